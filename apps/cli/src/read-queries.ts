import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CodedError } from '@datacortex/errors'
import { FileUnreadableError, systemErrorReason } from '@datacortex/platform'
import { QueryLineError } from './errors.ts'

/** What stands in the place of an answer to a line that can't be answered. */
export type FailedQuery = {
  /** As it was given. */
  readonly query: string
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | undefined }
}

/**
 * Answers each query of a file in order, by one thing that is opened once. A line that can't be answered gives an error
 * in its place, and those behind it are answered all the same.
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
): AsyncGenerator<Answer | FailedQuery> {
  await using opened = await options.open()
  for await (const line of readLines(file, options)) {
    const query = queryOf(line)
    if (query === undefined) yield failed(line, new QueryLineError())
    else
      yield await options.answer(opened, query).catch((error: unknown) => {
        if (options.signal.aborted || !CodedError.is(error)) throw error
        return failed(query, error)
      })
  }
}

function failed(query: string, { code, message, hint }: CodedError): FailedQuery {
  return { query, error: { code, message, hint } }
}

/** Without a mark of byte order and without empty lines. */
async function* readLines(file: string, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<string> {
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
      // `trim` takes the mark away, too.
      const line = next.value.trim()
      if (line !== '') yield line
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw new FileUnreadableError({ file, reason: systemErrorReason(error), cause: error })
  } finally {
    if (file !== '-') input.destroy()
  }
}

/** Plain, or a JSON object with `query`; undefined for an object without. */
function queryOf(line: string): string | undefined {
  if (!line.startsWith('{')) return line
  try {
    const { query } = JSON.parse(line) as { readonly query?: unknown }
    return typeof query === 'string' ? query : undefined
  } catch {
    // Not JSON after all: the line itself is the query.
    return line
  }
}
