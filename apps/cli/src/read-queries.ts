import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { FileUnreadableError, systemErrorReason } from '@datacortex/platform'

/**
 * Answers each query of a file in order, by one thing that is opened once.
 *
 * @param file - A path, or `-` for stdin.
 * @param options - How to open what answers, how to ask it, abort signal.
 * @throws {@link FileUnreadableError} if the file can't be read.
 * @example return answerQueries('-', { open: async () => await openSpaceFinder(paths, context), answer, signal })
 */
export async function* answerQueries<Opened extends AsyncDisposable, Answer>(
  file: string,
  options: {
    readonly open: () => Promise<Opened>
    readonly answer: (opened: Opened, query: string) => Promise<Answer>
    readonly signal: AbortSignal
  },
): AsyncGenerator<Answer> {
  await using opened = await options.open()
  for await (const query of readQueries(file, options)) yield await options.answer(opened, query)
}

/** One query a line, plain or as a JSON object with `query`; empty lines are passed over. */
async function* readQueries(file: string, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<string> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  // readline swallows errors of its input.
  const failed = new Promise<never>((_, reject) => input.once('error', reject))
  failed.catch(() => {})
  const lines = createInterface({ input, crlfDelay: Infinity, signal })[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), failed])
      signal.throwIfAborted()
      if (next.done === true) return
      if (next.value.trim() !== '') yield queryOf(next.value)
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw new FileUnreadableError({ file, reason: systemErrorReason(error), cause: error })
  } finally {
    if (file !== '-') input.destroy()
  }
}

function queryOf(line: string): string {
  if (!line.trimStart().startsWith('{')) return line.trim()
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && 'query' in value && typeof value.query === 'string')
      return value.query
  } catch {
    // Not JSON after all: the line itself is the query.
  }
  return line.trim()
}
