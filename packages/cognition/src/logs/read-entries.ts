import { readTextFile } from '@datacortex/platform'
import type { LogPart } from './log-parts.ts'

export type ReadEntry = {
  /** `HH:MM`, as the clock showed it. */
  readonly time: string
  readonly text: string
  /** The lines behind its text, by their names. */
  readonly facts: ReadonlyMap<string, readonly string[]>
}

export function entriesOf(log: string): readonly ReadEntry[] {
  return log
    .split(/^## (?=\d{2}:\d{2}[ \t]*\r?$)/m)
    .slice(1)
    .map((part) => {
      const [time = '', ...lines] = part.split(/\r?\n/)
      const start = lines.findIndex((line) => line.startsWith('- '))
      const next = lines.findIndex((line, at) => at > start && line.startsWith('- '))
      const text = lines.slice(Math.max(start, 0), next === -1 ? undefined : next)
      const facts = new Map<string, readonly string[]>()
      for (const line of next === -1 ? [] : lines.slice(next)) {
        const [, name = '', value = ''] = /^- ([a-z]+): (.+)$/.exec(line) ?? []
        if (name !== '') facts.set(name, [...(facts.get(name) ?? []), value])
      }
      const said = text.map((line, at) => line.replace(at === 0 ? /^- / : /^ {2}/, ''))
      return { time: time.trim(), text: said.join('\n').trim(), facts }
    })
}

/** The entries of a part of a log, oldest first; their ids are its name and their place in it: a log is only added to. */
export async function readEntries({ name, date, file, path }: LogPart) {
  const read = await readTextFile(file)
  if (!read.ok) return []
  const part = name.replace(/\.md$/, '')
  return entriesOf(read.text).map(({ time, text }, at) => ({
    id: `${part}#${at + 1}`,
    kind: 'entry' as const,
    date,
    time,
    // What is private never leaves the log.
    text: withoutPrivate(text),
    path,
  }))
}

/** One that is never ended is private to the end. */
export function withoutPrivate(text: string): string {
  return text.replaceAll(/<private>[\s\S]*?(?:<\/private>|$)/gi, ' ').trim()
}
