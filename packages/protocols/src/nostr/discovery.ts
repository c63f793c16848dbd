import { isRecord, jsonOf } from '@datacortex/platform'
import { type NostrEvent, kinds, tagsOf } from './event.ts'

/** What `find_agent` is asked; nothing of it lists all. */
export type AgentQuery = {
  readonly capabilities?: string | undefined
  readonly specialization?: string | undefined
  readonly keywords?: string | undefined
}

/** The result of a discovery, the same at every door: who reads it fetches the definitions by their ids. */
export type AgentDiscovery = {
  readonly type: 'agent_discovery'
  readonly data: {
    readonly query: AgentQuery
    readonly agentEventIds: readonly string[]
    /** Where they can be fetched. */
    readonly relays: readonly string[]
    readonly message: string
  }
  /** The same for people. */
  readonly content: string
}

/**
 * The tags of a published discovery: what clients render it by, and those of a comment (NIP-22), root and parent.
 * @param parent - `project`: `31933:<public key>:<d>`; `to`: the event that is answered, the project itself if absent.
 * @example discoveryTags({ project: `31933:${pubkey}:shop` })
 * @see https://github.com/nostr-protocol/nips/blob/master/22.md
 */
export function discoveryTags({ project, to }: { project: string; to?: NostrEvent | undefined }): string[][] {
  const [kind = '', author = ''] = project.split(':')
  return [
    ['render-type', 'agent_discovery'],
    ['A', project],
    ['K', kind],
    ['P', author],
    ['a', project],
    ...(to === undefined ? [] : [['e', to.id, '', to.pubkey]]),
    ['k', String(to?.kind ?? kind)],
    ['p', to?.pubkey ?? author],
  ]
}

/**
 * Reads a discovery that somebody published, whatever is missing in it: ids that are none are left out.
 * @returns Undefined if it is none.
 * @example readDiscovery(event)?.data.agentEventIds
 */
export function readDiscovery(event: Pick<NostrEvent, 'kind' | 'tags' | 'content'>): AgentDiscovery | undefined {
  const isMarked = tagsOf(event, 'render-type').includes('agent_discovery')
  const parsed = jsonOf(event.content)
  if (event.kind !== kinds.comment || !isRecord(parsed)) return undefined
  if (!isMarked && parsed['type'] !== 'agent_discovery') return undefined
  // Some write the data without the wrapping.
  const data = isRecord(parsed['data']) ? parsed['data'] : parsed
  const query = isRecord(data['query']) ? data['query'] : { keywords: data['query'] }
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 2000) : undefined)
  const list = (value: unknown): readonly string[] =>
    (Array.isArray(value) ? value : []).filter((one) => typeof one === 'string').slice(0, 1000)
  return {
    type: 'agent_discovery',
    data: {
      query: {
        capabilities: text(query['capabilities']),
        specialization: text(query['specialization']),
        keywords: text(query['keywords']),
      },
      agentEventIds: list(data['agentEventIds']).filter((id) => /^[0-9a-f]{64}$/.test(id)),
      relays: list(data['relays']).filter((url) => /^wss?:\/\//.test(url)),
      message: text(data['message']) ?? '',
    },
    content: text(parsed['content']) ?? text(data['message']) ?? '',
  }
}
