import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { FileUnreadableError, systemErrorReason } from '@datacortex/platform'

/**
 * Reads queries from a file or from stdin: plain text or a JSON object with `query`, one a line; empty lines are passed over.
 *
 * @param file - A path, or `-` for stdin.
 * @param options - Abort signal.
 * @returns The queries in order, as they arrive.
 * @throws {@link FileUnreadableError} if the file can't be read.
 * @example for await (const query of readQueries('-', context)) console.log(query)
 */
export async function* readQueries(file: string, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<string> {
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

/**
 * Answers each query of a file in order, by one thing that is opened once.
 *
 * @param file - A path, or `-` for stdin.
 * @param options - How to open what answers, how to ask it, abort signal.
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
