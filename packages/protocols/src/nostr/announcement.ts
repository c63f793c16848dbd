import { jsonOf, recordOf } from '@datacortex/platform'
import { recordsIn } from '../outside-json.ts'
import { type NostrEvent, tagOf, tagsOf } from './event.ts'

/** What a server of ContextVM (CEP-6) offers, one event of its key for each: tools, resources, their templates, prompts. */
const offers = new Map([
  [11_317, 'tools'],
  [11_318, 'resources'],
  [11_319, 'resourceTemplates'],
  [11_320, 'prompts'],
])

/** The events of one server of ContextVM: what it is, and what it offers. */
export const serverKinds: readonly number[] = [11_316, ...offers.keys()]

/** Servers of ContextVM, and services (NIP-89, and NIP-90 as it is drafted) that announce themselves. */
export const announcementKinds: readonly number[] = [...serverKinds, 31_990, 31_999]

/** A service that can be called, as it announces itself. */
export type Announcement = {
  readonly name: string
  readonly description: string
  readonly url?: string | undefined
  /** Names of tools, or kinds of requests that it takes. */
  readonly tools: readonly string[]
  /** Each tool, resource and prompt in words. */
  readonly skills: readonly string[]
  readonly protocol: 'contextvm' | 'nip-89' | 'nip-90'
}

/**
 * Reads what a service says about itself.
 * @param event - One of {@link announcementKinds}.
 * @param latest - The newest event of a kind by the same key, if there is one.
 * @returns Undefined if it names nothing, or says only what a server offers.
 * @example readAnnouncement(event, (kind) => events.find((one) => one.kind === kind))?.tools
 */
export function readAnnouncement(
  event: NostrEvent,
  latest: (kind: number) => NostrEvent | undefined,
): Announcement | undefined {
  const said = recordOf(jsonOf(event.content))
  const server = recordOf(said['serverInfo'])
  const name = text(tagOf(event, 'name'), said['name'], said['display_name'], server['name'])
  if (name === '' || offers.has(event.kind)) return undefined
  const description = text(tagOf(event, 'about'), said['about'], said['description'], said['instructions'])
  const url = text(tagOf(event, 'website'), said['website']) || undefined
  if (event.kind === 11_316) {
    const offered = [...offers].map(([kind, list]) => offeredIn(latest(kind), list))
    const tools = (offered[0] ?? []).map((tool) => tool.name)
    const skills = offered.flat().map((one) => [one.name, one.description].filter((part) => part !== '').join(': '))
    return { name, description, url, tools, skills, protocol: 'contextvm' }
  }
  const isDraft = event.kind === 31_999
  const tools = isDraft ? tagsOf(event, 'n') : tagsOf(event, 'k').map((kind) => `kind ${kind}`)
  return { name, description, url, tools, skills: [], protocol: isDraft ? 'nip-90' : 'nip-89' }
}

function offeredIn(event: NostrEvent | undefined, list: string): readonly { name: string; description: string }[] {
  return recordsIn(event && jsonOf(event.content), list)
    .map((one) => ({ name: text(one['name'], one['title']), description: text(one['description']) }))
    .filter(({ name }) => name !== '')
}

function text(...values: readonly unknown[]): string {
  return values.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? ''
}
