import { isRecord, jsonOf } from '@datacortex/platform'
import { type NostrEvent, tagOf, tagsOf } from './event.ts'

/** Servers of tools (ContextVM, CEP-6) and services (NIP-89, and NIP-90 as it is drafted) that announce themselves. */
export const announcementKinds: readonly number[] = [11_316, 11_317, 31_990, 31_999]

/** A service that can be called, as it announces itself. */
export type Announcement = {
  readonly name: string
  readonly description: string
  readonly url?: string | undefined
  /** Names of tools, or kinds of requests that it takes. */
  readonly tools: readonly string[]
  readonly protocol: 'contextvm' | 'nip-89' | 'nip-90'
}

/**
 * Reads what a service says about itself.
 * @param event - One of {@link announcementKinds} but for 11317, which holds the tools of the server of the same key.
 * @param list - The 11317 of its key, if there is one.
 * @returns Undefined if it names nothing.
 * @example readAnnouncement(event, list)?.tools
 */
export function readAnnouncement(event: NostrEvent, list: NostrEvent | undefined): Announcement | undefined {
  const content = jsonOf(event.content)
  const said = isRecord(content) ? content : {}
  const server = isRecord(said['serverInfo']) ? said['serverInfo'] : {}
  const text = (...values: readonly unknown[]): string =>
    values.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? ''
  const name = text(tagOf(event, 'name'), said['name'], said['display_name'], server['name'])
  if (name === '' || event.kind === 11_317) return undefined
  const description = text(tagOf(event, 'about'), said['about'], said['description'], said['instructions'])
  const url = text(tagOf(event, 'website'), said['website']) || undefined
  if (event.kind === 11_316) return { name, description, url, tools: toolsIn(list), protocol: 'contextvm' }
  const isDraft = event.kind === 31_999
  const tools = isDraft ? tagsOf(event, 'n') : tagsOf(event, 'k').map((kind) => `kind ${kind}`)
  return { name, description, url, tools, protocol: isDraft ? 'nip-90' : 'nip-89' }
}

function toolsIn(list: NostrEvent | undefined): readonly string[] {
  const content = list === undefined ? undefined : jsonOf(list.content)
  const tools: readonly unknown[] = isRecord(content) && Array.isArray(content['tools']) ? content['tools'] : []
  return tools.flatMap((tool) => (isRecord(tool) && typeof tool['name'] === 'string' ? [tool['name']] : []))
}
