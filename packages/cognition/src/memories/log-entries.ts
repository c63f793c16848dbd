import { oneLine } from '@datacortex/text'
import type { Visibility } from '../knowledge/knowledge-file.ts'
import type { MemoryFacts } from './memory.ts'

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

export type WrittenFacts = MemoryFacts & {
  /** Of an entry that is itself the memory. */
  readonly id?: string | undefined
  readonly at?: string | undefined
  readonly visibility?: Visibility | undefined
  /** As a key point has it: `retracted; until 2026-11-26`. */
  readonly status?: string | undefined
  /** The memory that the status is of, if it is not that of the entry. */
  readonly of?: string | undefined
}

export function factLines(facts: WrittenFacts): readonly string[] {
  const { id, at, type, tags = [], source, outputs = [], insights = [] } = facts
  const { executions = [], space, status, of, visibility } = facts
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['id', id],
    ['of', of],
    ['status', status],
    ['at', at],
    ['type', type === usualType ? undefined : type],
    ['visibility', visibility],
    ['tags', tags.length === 0 ? undefined : tags.join(' ')],
    ...executions.map((execution) => ['execution', execution] as const),
    ['source', source],
    ['space', space],
    ...outputs.map((output) => ['output', output] as const),
    ...insights.map((insight) => ['insight', insight] as const),
  ]
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${oneLine(value)}`]))
}

export const usualType = 'session-memory'
