import type { RegisteredAgent } from '@datacortex/registry'

// What it reads and says beside plain text is data for programs.
const inputModes: readonly string[] = ['text/plain', 'application/json']
const outputModes: readonly string[] = ['text/markdown', 'application/json']

/** The registry entry of the guide, which stands for the router as a whole. */
export const guideAgent: RegisteredAgent = {
  id: 'datacortex',
  module: undefined,
  entry: {
    name: 'datacortex',
    description:
      'Knows the agents of this space: finds those that fit a task, says which one the task would go to, and describes each of them.',
    version: '0.1.0',
    skills: [
      {
        id: 'find-agents',
        name: 'Find agents',
        description: 'Finds agents by what somebody wants done, best first, with the addresses of their cards.',
        inputModes,
        outputModes,
        tags: ['agents', 'search', 'routing'],
        examples: ['Who can review a contract?', 'Fix the failing build'],
      },
      {
        id: 'describe-agent',
        name: 'Describe an agent',
        description: 'Says what one agent does, what it is asked for and where its card is.',
        inputModes,
        outputModes,
        tags: ['agents', 'registry'],
        examples: ['describe writer'],
      },
    ],
  },
}
