import type { LogPart } from './log-parts.ts'

export type ReadEntry = {
  /** By which it can be read. */
  readonly id: string
  readonly date: string
  /** As clocks showed it where it was written; empty for key points. */
  readonly time: string
  readonly text: string
  /** Relative to the space. */
  readonly path: string
  /** The lines behind its text, by their names. */
  readonly facts: readonly { readonly name: string; readonly value: string }[]
}

/** The entries of a part of a log, oldest first; their ids are its name and their place in it: a log is only added to. */
export function entriesOf({ name, date, path }: LogPart, log: string): readonly ReadEntry[] {
  return log
    .split(/^## (?=\d{2}:\d{2}[ \t]*\r?$)/m)
    .slice(1)
    .map((entry, at) => {
      const [time = '', ...lines] = entry.split(/\r?\n/)
      const start = lines.findIndex((line) => line.startsWith('- '))
      const next = lines.findIndex((line, place) => place > start && line.startsWith('- '))
      const end = next === -1 ? lines.length : next
      const said = lines.slice(Math.max(start, 0), end)
      const text = said.map((line, place) => line.replace(place === 0 ? /^- / : /^ {2}/, '')).join('\n')
      const facts = lines.slice(end).flatMap((line) => {
        const [, name, value = ''] = /^- ([a-z]+): (.+)$/.exec(line) ?? []
        return name === undefined ? [] : [{ name, value }]
      })
      const id = `${name.replace(/\.md$/, '')}#${at + 1}`
      return { id, date, time: time.trim(), text: withoutPrivate(text), path, facts }
    })
}

export function factsOf({ facts }: Pick<ReadEntry, 'facts'>, name: string): readonly string[] {
  return facts.flatMap((fact) => (fact.name === name ? [fact.value] : []))
}

/** One that is never ended is private to the end. */
export function withoutPrivate(text: string): string {
  return text.replaceAll(/<private>[\s\S]*?(?:<\/private>|$)/gi, ' ').trim()
}
