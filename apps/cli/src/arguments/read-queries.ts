import { constants, createReadStream, fstat, open } from 'node:fs'
// oxlint-disable-next-line no-restricted-imports -- a pipe of this machine, no connection
import { Socket } from 'node:net'
import { type Readable, addAbortSignal } from 'node:stream'
import { promisify } from 'node:util'
import { CodedError } from '@datacortex/errors'
import { jsonOf, platformError, recordOf, systemErrorReason } from '@datacortex/platform'
import { cliError } from '../errors.ts'
import { grouped } from '@datacortex/wording'

/** What stands in the place of an answer to a line that can't be answered. */
export type FailedQuery = {
  readonly query: string
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | undefined }
}

export type LineQuery = {
  readonly text: string
  /** Of the line itself; none where `answerQueries` was not told that tags mean something. */
  readonly tags: readonly string[]
}

/** Answers each query of a file in order. */
export async function* answerQueries<Answer>(
  file: string,
  options: {
    readonly answer: (query: LineQuery) => Promise<Answer>
    readonly fields?: readonly 'tags'[] | undefined
    readonly signal: AbortSignal
  },
): AsyncGenerator<Answer | FailedQuery> {
  for await (const { line, number } of readLines(file, options)) {
    const query = queryOf(line, options)
    if ('problem' in query) yield failed(line, cliError('CLI_QUERY_LINE', { number, ...query }))
    else
      yield await options.answer(query).catch((error: unknown) => {
        if (options.signal.aborted || !CodedError.is(error)) throw error
        return failed(query.text, error)
      })
  }
}

function failed(query: string, { code, message, hint }: CodedError): FailedQuery {
  return { query, error: { code, message, hint } }
}

type Line = {
  readonly line: string
  readonly number: number
}

/** Without a mark of byte order and without empty lines. */
async function* readLines(file: string, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<Line> {
  const input = await openInput(file).catch((error: unknown) => {
    throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: systemErrorReason(error) }, { cause: error })
  })
  try {
    let rest = ''
    let number = 0
    const numbered = (text: string): readonly Line[] => {
      number += 1
      // The mark of byte order goes, too.
      const line = text.trim()
      return line === '' ? [] : [{ line, number }]
    }
    for await (const chunk of addAbortSignal(signal, input).setEncoding('utf8') as AsyncIterable<string>) {
      const lines = `${rest}${chunk}`.split(lineEnd)
      rest = lines.pop() ?? ''
      if (rest.length > longestLine)
        throw platformError('PLATFORM_FILE_UNREADABLE', {
          file,
          reason: `a line is longer than ${grouped(longestLine)} characters`,
        })
      yield* lines.flatMap(numbered)
    }
    yield* numbered(rest)
  } catch (error) {
    signal.throwIfAborted()
    if (CodedError.is(error)) throw error
    throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: systemErrorReason(error) }, { cause: error })
  } finally {
    if (file !== '-') input.destroy()
  }
}

const longestLine = 1_000_000

// Of a carriage return at the end of what came so far it is not known yet whether it is one end or half of one.
const lineEnd = /\r\n|\n|\r(?!$)/

/** A pipe that nobody writes to is waited for without holding a thread, which could not be given up. */
async function openInput(file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const fd = await promisify(open)(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const isPipe = (await promisify(fstat)(fd)).isFIFO()
  return isPipe ? new Socket({ fd, readable: true, writable: false }) : createReadStream(file, { fd })
}

/** Plain, or a JSON object with `query`; its other fields, such as the answer that is expected, are whose file it is. */
function queryOf(
  line: string,
  { fields = [] }: { readonly fields?: readonly string[] | undefined },
): LineQuery | { readonly problem: string } {
  // As editors and shells of Windows write them, in UTF-16.
  if (line.includes('\0')) return { problem: 'is no text in UTF-8' }
  if (!line.startsWith('{')) return { text: line, tags: [] }
  // Anyone who begins an object means one: searched as words, a slip of the pen would get an answer to something else.
  const { query, tags } = recordOf(jsonOf(line))
  if (typeof query !== 'string') return { problem: 'begins with `{` and is no JSON object with a text in `query`' }
  const given = !fields.includes('tags') ? [] : [tags ?? []].flat()
  if (!given.every((tag) => typeof tag === 'string')) return { problem: 'has `tags` that are neither a text nor texts' }
  return { text: query, tags: given }
}
