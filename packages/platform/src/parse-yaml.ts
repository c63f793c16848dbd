import type { Document, YAMLError } from 'yaml'
import { LineCounter, parseDocument } from 'yaml'

/** One thing that is wrong in a YAML text, with its place. */
export type YamlProblem = {
  readonly message: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** The line itself. */
  readonly text: string
}

/** A parsed YAML text; `problems` is empty exactly if it is valid. */
export type ParsedYaml = { readonly document: Document; readonly problems: readonly YamlProblem[] }

/**
 * Parses YAML into a document that keeps comments and order.
 *
 * @param text - YAML 1.2.
 * @returns The document and every problem with line and column.
 * @example parseYaml('a: 1').document.toJS() // { a: 1 }
 */
export function parseYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter()
  // prettyErrors would put the excerpt into the message; here it is a field of its own.
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true })
  return { document, problems: document.errors.map((error) => problem(error, { text, lineCounter })) }
}

/**
 * A problem as people read it: place, message and the line with the two before it.
 *
 * @param problem - From {@link parseYaml}.
 * @param options - The whole text and the name of the file.
 * @returns Several lines; the last one is marked with an arrow.
 * @example formatYamlProblem(problem, { text, file: 'agents.yaml' })
 */
export function formatYamlProblem(
  { line, column, message }: YamlProblem,
  { text, file }: { readonly text: string; readonly file: string },
): string {
  const lines = text.split('\n')
  const width = String(line).length
  const excerpt = [line - 2, line - 1, line]
    .filter((number) => number >= 1)
    .map(
      (number) =>
        `${number === line ? '→' : ' '} ${String(number).padStart(width)} | ${shorten(lines[number - 1] ?? '')}`,
    )
  return [`${file}:${line}:${column}  ${message}`, ...excerpt].join('\n')
}

function problem(error: YAMLError, { text, lineCounter }: { text: string; lineCounter: LineCounter }): YamlProblem {
  const { line, col } = lineCounter.linePos(error.pos[0])
  return { message: error.message, line, column: col, text: shorten(text.split('\n', line)[line - 1] ?? '') }
}

function shorten(line: string): string {
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
