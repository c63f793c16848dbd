import { Server } from '@modelcontextprotocol/server'
import { instructionsOf } from './instructions.ts'
import { offerPrompts } from './offer-prompts.ts'
import { offerResources } from './offer-resources.ts'
import { tasksExtension } from './offer-tasks.ts'
import { offerTools } from './offer-tools.ts'
import type { Offer } from './offer.ts'

export type ServerFacts = {
  readonly version: string
  readonly isOwn: boolean
  /** Whether the client can be told that something changed. */
  readonly tells: boolean
}

/** What answers one client: tools, agents as prompts and notes as resources, as far as it has the rights. */
export function serverOf(offer: Offer, { version, isOwn, tells }: ServerFacts): Server {
  const named = (name: string): Offer['tools'][number] | undefined =>
    offer.tools.find(({ entry }) => entry.tool === name)
  const [list, context] = [named('list_agents'), named('agent_context')]
  const [recent, read] = [named('recent_notes'), named('read_notes')]
  const prompts = list === undefined || context === undefined ? undefined : { list, context }
  const resources = recent === undefined || read === undefined ? undefined : { recent, read }
  const instructions = instructionsOf(
    offer.shown.map(({ entry }) => entry.tool),
    { isOwn },
  )
  // Without `listChanged` the library promises to tell of other tools.
  const server = new Server(
    { name: 'datacortex', version },
    {
      capabilities: {
        tools: { listChanged: false },
        ...(prompts === undefined ? {} : { prompts: { listChanged: tells } }),
        ...(resources === undefined ? {} : { resources: { listChanged: tells, subscribe: tells }, completions: {} }),
        extensions: { [tasksExtension]: {} },
      },
      instructions,
    },
  )
  offerTools(server, offer)
  if (prompts !== undefined) offerPrompts(server, offer, prompts)
  if (resources !== undefined) offerResources(server, offer, resources)
  return server
}
