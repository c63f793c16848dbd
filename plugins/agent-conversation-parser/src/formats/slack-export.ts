import { decodeText } from '@datacortex/content'
import { type Fields, fieldsOf, idOf, objectsOf, textOf } from '../fields.ts'
import type { ReadConversations } from '../read-json.ts'
import type { Counts } from '../counts.ts'
import { channelOf, nameOf } from './slack.ts'

const lists = /(?:^|\/)(?:channels|groups|dms|mpims)\.json$/

/** Whether names of files are those of an export of Slack: people, channels, and a file a day. */
export function isSlackExport(names: readonly string[]): boolean {
  return names.some((name) => /(?:^|\/)users\.json$/.test(name)) && names.some((name) => lists.test(name))
}

export function readSlackExport(
  files: ReadonlyMap<string, Uint8Array>,
  { counts, signal }: { counts: Counts; signal: AbortSignal },
): ReadConversations {
  const read = (path: string): readonly Fields[] => objectsIn(path, files.get(path), counts)
  const paths = [...files.keys()]
  const people = paths.filter((path) => /(?:^|\/)users\.json$/.test(path)).flatMap(read)
  const names = new Map(people.flatMap((person) => personEntry(person)))
  const channels = paths.filter((path) => lists.test(path)).flatMap(read)
  const days = Map.groupBy(
    paths.filter((path) => /(?:^|\/)[^/]+\/\d{4}-\d\d-\d\d\.json$/.test(path)).toSorted(),
    (path) => path.split('/').at(-2) ?? '',
  )
  const conversations = [...days].map(([folder, files]) => {
    signal.throwIfAborted()
    const channel = channels.find((item) => item['name'] === folder || item['id'] === folder)
    const messages = files.flatMap(read)
    return channelOf({ ...identity(folder, channel, names), messages }, { names, counts })
  })
  return { format: 'slack', conversations }
}

function identity(folder: string, channel: Fields | undefined, names: ReadonlyMap<string, string>) {
  const name = textOf(channel?.['name'])
  const members = Array.isArray(channel?.['members']) ? channel['members'].map(String) : []
  const people = members.map((member) => names.get(member) ?? member).join(', ')
  const isDirect = name === undefined || name.startsWith('mpdm-')
  return { id: idOf(channel?.['id']) ?? folder, name: isDirect && people !== '' ? people : `#${name ?? folder}` }
}

function personEntry(person: Fields): readonly (readonly [string, string])[] {
  const id = idOf(person['id'])
  const name = nameOf(fieldsOf(person['profile']) ?? {}) ?? nameOf(person)
  return id === undefined || name === undefined ? [] : [[id, name]]
}

/** One day that can't be read never costs the others. */
function objectsIn(path: string, bytes: Uint8Array | undefined, counts: Counts): readonly Fields[] {
  try {
    return objectsOf(JSON.parse(decodeText(bytes ?? new Uint8Array()).text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    counts.broken(path, error.message)
    return []
  }
}
