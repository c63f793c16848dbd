import { constants, createReadStream, fstat, open } from 'node:fs'
// oxlint-disable-next-line no-restricted-imports -- a pipe of this machine, no connection
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { addAbortSignal } from 'node:stream'
import { promisify } from 'node:util'
import { CodedError } from '@datacortex/errors'
import { FileUnreadableError, systemErrorReason } from '@datacortex/platform'
import { QueryLineError } from './errors.ts'
import { grouped } from './output/format.ts'

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
  const input = await openInput(file).catch((error: unknown) => {
    throw new FileUnreadableError({ file, reason: systemErrorReason(error), cause: error })
  })
  try {
    let rest = ''
    for await (const chunk of addAbortSignal(signal, input).setEncoding('utf8') as AsyncIterable<string>) {
      const lines = `${rest}${chunk}`.split(/[\r\n]/)
      rest = lines.pop() ?? ''
      if (rest.length > longestLine)
        throw new FileUnreadableError({ file, reason: `a line is longer than ${grouped(longestLine)} characters` })
      yield* lines.flatMap(trimmed)
    }
    yield* trimmed(rest)
  } catch (error) {
    signal.throwIfAborted()
    if (CodedError.is(error)) throw error
    throw new FileUnreadableError({ file, reason: systemErrorReason(error), cause: error })
  } finally {
    if (file !== '-') input.destroy()
  }
}

const longestLine = 1_000_000

/** `trim` takes the mark of byte order away, too. */
function trimmed(line: string): readonly string[] {
  const text = line.trim()
  return text === '' ? [] : [text]
}

/** A pipe that nobody writes to is waited for without holding a thread, which could not be given up. */
async function openInput(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const fd = await promisify(open)(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const isPipe = (await promisify(fstat)(fd)).isFIFO()
  return isPipe ? new Socket({ fd, readable: true, writable: false }) : createReadStream(file, { fd })
}

/** Plain, or a JSON object with `query`; undefined for an object without, and for one that is not whole. */
function queryOf(line: string): string | undefined {
  if (!line.startsWith('{')) return line
  try {
    const { query } = JSON.parse(line) as { readonly query?: unknown }
    return typeof query === 'string' ? query : undefined
  } catch {
    // Whoever begins an object means one: searched as words, a slip of the pen would get an answer to something else.
    return undefined
  }
}
