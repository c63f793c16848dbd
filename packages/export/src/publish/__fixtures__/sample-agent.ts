import type { AgentEntry, RegisteredAgent } from '@datacortex/registry'

/** A made-up agent that lacks nothing. */
export function sampleAgent(changes: Partial<AgentEntry> = {}, id = 'writer'): RegisteredAgent {
  const entry: AgentEntry = {
    name: 'Writer',
    description: 'Writes and edits texts.',
    version: '1.2.0',
    skills: [
      {
        id: 'drafting',
        name: 'Drafting',
        description: 'Drafts a note on a topic.',
        tags: ['writing', 'notes'],
        examples: ['Draft a note on tides', 'Write about spring tides'],
        inputModes: ['text/plain'],
        outputModes: ['text/markdown'],
      },
    ],
    triggers: { examples: ['Write a note on tides'] },
    ...changes,
  }
  return { id, entry, module: undefined }
}
