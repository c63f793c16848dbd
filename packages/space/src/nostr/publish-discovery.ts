import { type SendReport, sendEvents } from '@datacortex/export'
import { sha256 } from '@datacortex/platform'
import { discoveryTags, kinds, readReference } from '@datacortex/protocols'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { operation } from '../operation.ts'
import { exact } from '../schema.ts'
import { sendInput, sendOutput, sending } from './publish-on-nostr.ts'

const discovery = z.object({
  type: z.literal('agent_discovery'),
  data: z.object({
    query: z.record(z.string(), z.string().optional()),
    agentEventIds: z.array(z.string()).max(1000),
    relays: z.array(z.string()).max(100),
    message: z.string(),
  }),
  content: z.string(),
})

/** Publishes what was found as an answer in a project (kind 1111), unchanged, for clients that show it. */
export const publishDiscovery = operation({
  input: z.strictObject({
    ...sendInput,
    project: exact.regex(/^31933:[0-9a-f]{64}:/).describe('`31933:<public key>:<d>`'),
    to: exact.optional().describe('The event that is answered, as an nevent1… with its author.'),
    discovery: discovery.describe('What find_agent answered.'),
  }),
  output: sendOutput,
  run: async (work, { project, to, discovery: found, ...asked }): Promise<SendReport> => {
    requireUser(work.caller, 'nostr.reply')
    const { relays, common } = await sending(work, asked)
    const reference = to === undefined ? undefined : readReference(to)
    const [answered] =
      reference !== undefined && 'id' in reference ? (await relays.ask([{ ids: [reference.id] }])).events : []
    const content = JSON.stringify(discovery.parse(found))
    const id = `${project} ${to ?? ''} ${sha256(content).slice(0, 16)}`
    const event = { id, kind: kinds.comment, tags: discoveryTags({ project, to: answered }), content }
    return await sendEvents(work.paths, { ...common, events: [event] })
  },
})
