import { join } from 'node:path'
import { namesIn, jsonOf, isRecord, readTextFile } from '@datacortex/platform'
import type { Mind } from '../mind.ts'

/** One file of a day's log. */
export type LogPart = { readonly name: string; readonly date: string; readonly part: number }

/** What is known of a part beside its text; it stands in a file beside it. */
export type LogState = {
  readonly status: 'pending' | 'processing' | 'done'
  /** Up to where its entries are worked off. */
  readonly checkpoint: string | null
  /** How much of it was written here, and the SHA-256 of that. */
  readonly bytes: number
  readonly sha256: string
  readonly zone: string
  readonly updated_at: string
}

/** The parts of a log, oldest first. */
export async function logParts({ logs }: Pick<Mind, 'logs'>): Promise<readonly LogPart[]> {
  const parts = (await namesIn(logs)).flatMap((name) => {
    const [, date = '', part] = /^(\d{4}-\d{2}-\d{2})(?:-(\d{3}))?\.md$/.exec(name) ?? []
    return date === '' ? [] : [{ name, date, part: Number(part ?? 1) }]
  })
  return parts.toSorted((a, b) => (a.date === b.date ? a.part - b.part : a.date < b.date ? -1 : 1))
}

export function stateFile({ logs }: Pick<Mind, 'logs'>, name: string): string {
  return join(logs, `${name.replace(/\.md$/, '')}.state.json`)
}

/** Undefined if there is none, or none that can be read: then nothing of the part is worked off. */
export async function readLogState(mind: Pick<Mind, 'logs'>, name: string): Promise<LogState | undefined> {
  const read = await readTextFile(stateFile(mind, name), { maxBytes: 10_000 })
  const value: unknown = read.ok ? jsonOf(read.text) : undefined
  if (!isRecord(value)) return undefined
  const { status, checkpoint = null, bytes, sha256, zone, updated_at: at } = value
  const isKnown = status === 'pending' || status === 'processing' || status === 'done'
  if (!isKnown || typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined
  return {
    status,
    checkpoint: typeof checkpoint === 'string' ? checkpoint : null,
    bytes,
    sha256,
    zone: typeof zone === 'string' ? zone : '',
    updated_at: typeof at === 'string' ? at : '',
  }
}
