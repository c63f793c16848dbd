import { join } from 'node:path'
import { readTextFile } from '@datacortex/platform'
import { entriesOf } from '../memories/log-entries.ts'
import type { Mind } from '../mind.ts'
import type { LogPart } from './log-parts.ts'

export type ReadEntry = {
  /** Its part and its place in it, such as `2026-11-26#3`: a log is only added to. */
  readonly id: string
  readonly date: string
  readonly time: string
  /** Without what is private, which never leaves the log. */
  readonly text: string
}

export async function readEntries(
  { logs }: Pick<Mind, 'logs'>,
  { name, date }: LogPart,
): Promise<readonly ReadEntry[]> {
  const read = await readTextFile(join(logs, name))
  if (!read.ok) return []
  const part = name.replace(/\.md$/, '')
  return entriesOf(read.text).map(({ time, text }, at) => ({
    id: `${part}#${at + 1}`,
    date,
    time,
    text: withoutPrivate(text),
  }))
}

/** One that is never ended is private to the end. */
export function withoutPrivate(text: string): string {
  return text.replaceAll(/<private>[\s\S]*?(?:<\/private>|$)/gi, ' ').trim()
}
