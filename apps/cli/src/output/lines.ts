import { columns } from '@datacortex/wording'

/** Lines, some of which may be left out, and lists of them. */
export type Lines = readonly (string | false | undefined | Lines)[]

export function linesOf(lines: Lines): readonly string[] {
  return lines.flatMap((line) => (typeof line === 'string' ? [line] : line ? linesOf(line) : []))
}

/** What is known of one thing, each by its name, in columns; of what is empty nothing is said. */
export function factLines(facts: readonly (readonly [name: string, fact: string | undefined])[]): readonly string[] {
  return columns(facts.flatMap(([name, fact]) => (fact ? [[name, fact]] : [])))
}
