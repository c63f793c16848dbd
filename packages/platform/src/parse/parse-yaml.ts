import { Document, LineCounter, parseDocument, visit } from 'yaml'

export type YamlProblem = {
  readonly message: string
  readonly line: number
  readonly column: number
  readonly text: string
}

/** Parses YAML into a document that keeps comments and order; `problems` is empty exactly if it is valid. */
export function parseYaml(
  text: string,
  { merge = false }: { merge?: boolean } = {},
): { readonly document: Document; readonly problems: readonly YamlProblem[] } {
  const lineCounter = new LineCounter()
  const lines = text.split(lineEnd)
  const describe = (message: string, offset: number): YamlProblem => {
    const { line, col } = lineCounter.linePos(offset)
    return { message, line: Math.max(line, 1), column: Math.max(col, 1), text: shorten(lines[line - 1] ?? '') }
  }
  const document = parseWithin(text, { lineCounter, merge })
  if (document === undefined) return { document: new Document(), problems: [describe('nested too deep', 0)] }
  const problems = document.errors.map((error) => describe(yamlReason(error), error.pos[0]))
  return { document, problems: [...problems, ...aliasProblems(document, { describe, merge })] }
}

/** What the parser says is wrong, in words for the one who wrote the text. */
export function yamlReason({ code, message }: { code: string; message: string }): string {
  return code === 'MULTIPLE_DOCS' ? 'a second document begins here; a file holds one' : message
}

const lineEnd = /\r?\n/

function parseWithin(text: string, { lineCounter, merge }: { lineCounter: LineCounter; merge: boolean }) {
  try {
    // Libraries don't print, so no warnings; prettyErrors would put the excerpt into the message; here it is a field of its own.
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true, merge, logLevel: 'error' })
  } catch (error) {
    // The parser is recursive: thousands of nested brackets exhaust the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Aliases that have no anchor, multiply or stand inside their own anchor, and what is merged and is no map. */
function aliasProblems(
  document: Document,
  { describe, merge }: { describe: (message: string, offset: number) => YamlProblem; merge: boolean },
): readonly YamlProblem[] {
  const problems: YamlProblem[] = []
  let aliases = 0
  visit(document, {
    Alias(_key, alias, path) {
      aliases += 1
      const anchored = alias.resolve(document)
      const problem = (what: string): void =>
        void problems.push(describe(`the alias *${alias.source} ${what}`, alias.range?.[0] ?? 0))
      if (anchored === undefined) problem('has no anchor before it')
      else if (path.includes(anchored)) problem('stands inside its own anchor')
    },
  })
  if ((aliases === 0 && !merge) || problems.length > 0 || document.errors.length > 0) return problems
  try {
    document.toJS()
    return []
  } catch (error) {
    return [describe(error instanceof Error ? error.message : String(error), 0)]
  }
}

/** A problem as people read it: place, message and the line with its neighbours. */
export function formatYamlProblem(
  { line, column, message }: YamlProblem,
  { text, file }: { text: string; file: string },
): string {
  const lines = text.split(lineEnd)
  const width = String(line + 1).length
  // The parser often marks the line before the culprit, so one line more is shown.
  const excerpt = [line - 2, line - 1, line, line + 1]
    .filter((number) => number >= 1 && number <= lines.length)
    .map(
      (number) =>
        `${number === line ? '→' : ' '} ${String(number).padStart(width)} | ${shorten(lines[number - 1] ?? '')}`,
    )
  return [`${file}:${line}:${column}  ${message}`, ...excerpt].join('\n')
}

function shorten(line: string): string {
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
