import { join } from 'node:path'
import { readTextFile } from '@datacortex/platform'
import { entriesOf } from '../memories/log-entries.ts'
import type { Mind } from '../mind.ts'
import type { LogPart } from './log-parts.ts'

/** The entries of a part of a log, oldest first; their ids are its name and their place in it: a log is only added to. */
export async function readEntries({ logs }: Pick<Mind, 'logs'>, { name, date }: LogPart) {
  const read = await readTextFile(join(logs, name))
  if (!read.ok) return []
  const part = name.replace(/\.md$/, '')
  return entriesOf(read.text).map(({ time, text }, at) => ({
    id: `${part}#${at + 1}`,
    date,
    time,
    // What is private never leaves the log.
    text: withoutPrivate(text),
  }))
}

/** One that is never ended is private to the end. */
export function withoutPrivate(text: string): string {
  return text.replaceAll(/<private>[\s\S]*?(?:<\/private>|$)/gi, ' ').trim()
}
