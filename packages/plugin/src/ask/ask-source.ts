import { CodedError } from '@datacortex/errors'
import { plainText } from '@datacortex/text'
import type { z } from 'zod'
import type { PluginContext } from '../define-plugin.ts'
import { pluginError } from '../errors.ts'
import { retryAfterMs } from '../retry-after.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { decodeBody, readBody } from './body.ts'

/** Who is asked, and with what. */
export type AskSourceOptions = Pick<PluginContext<unknown>, 'fetch' | 'now'> & {
  /** Name of the provider, for errors. */
  readonly source: string
  readonly signal: AbortSignal
  readonly init?: RequestInit | undefined
  /** Of the answer's body; 10 MB if absent. */
  readonly maxBytes?: number | undefined
  /** What must never stand in an error, such as a key that is part of the address. */
  readonly secrets?: readonly (string | undefined)[] | undefined
  /** Makes a value of the answer's text; `JSON.parse` if absent. */
  readonly parse?: ((text: string) => unknown) | undefined
}

/**
 * Asks a provider over HTTP and checks the shape of its answer. It asks once: who calls a source decides about more.
 * @param url - Where to ask; a key in it goes into `secrets` too.
 * @param schema - Strict in what is used, silent about the rest.
 * @throws `SOURCE_FAILED`, `SOURCE_THROTTLED`, `SOURCE_ANSWER_INVALID`
 * @example await askSource(sourceUrl(base, '/search', { q }), Answer, { source: 'Exa', fetch, now, signal })
 */
export async function askSource<T>(url: string, schema: z.ZodType<T>, options: AskSourceOptions): Promise<T> {
  const { source, parse = JSON.parse } = options
  const text = await askForText(url, options)
  const invalid = (said: string): CodedError => {
    const reason = hideSecrets(options.secrets).text(said).slice(0, longestReason)
    return pluginError('SOURCE_ANSWER_INVALID', { source, reason })
  }
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    if (CodedError.is(error)) throw error
    throw invalid(text.trim() === '' ? 'it is empty' : `it can't be parsed: ${reasonOf(error)}`)
  }
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`)
  throw invalid(issues.slice(0, 3).join('; '))
}

// Parsers quote what they can't parse.
const longestReason = 300

async function askForText(url: string, options: AskSourceOptions): Promise<string> {
  const { source, fetch, now, signal, init = {}, maxBytes = 10_000_000, secrets } = options
  signal.throwIfAborted()
  try {
    const response = await fetch(url, { ...init, signal })
    if (!response.ok) throw await refusal(response, { source, secrets, now: now() })
    const { bytes, isCut } = await readBody(response, maxBytes)
    if (isCut) throw pluginError('SOURCE_ANSWER_INVALID', { source, reason: `it is larger than ${maxBytes} bytes` })
    return decodeBody(bytes, response.headers.get('content-type') ?? '')
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw CodedError.is(error) ? withoutSecrets(error, { source, secrets }) : unreached(error, { source, secrets })
  }
}

type Asked = Pick<AskSourceOptions, 'source' | 'secrets'>

async function refusal(response: Response, { source, secrets, now }: Asked & { now: number }): Promise<CodedError> {
  const { status, headers } = response
  const wait = retryAfterMs(headers.get('retry-after'), now)
  // What a server says of its refusal is short; more of it is not read.
  const said = await readBody(response, 10_000).catch(() => undefined)
  if (status === 429 || (status === 503 && wait !== undefined))
    return pluginError('SOURCE_THROTTLED', { source, status, retryAfterMs: wait })
  const reason = said === undefined ? '' : plainText(decodeBody(said.bytes, headers.get('content-type') ?? ''))
  return pluginError('SOURCE_FAILED', {
    source,
    status,
    reason: hideSecrets(secrets).text(reason).slice(0, longestReason) || 'without a reason',
    transient: status >= 500 || status === 408 || status === 425,
    retryAfterMs: wait,
  })
}

/** An error of the fetch itself may name the address, and the key in it. */
function withoutSecrets(error: CodedError, { source, secrets }: Asked): CodedError {
  const said = `${error.message} ${error.hint} ${JSON.stringify(error.details)}`
  if (hideSecrets(secrets).text(said) === said) return error
  const { transient, retryAfterMs: wait } = error.details
  return pluginError('SOURCE_FAILED', {
    source,
    reason: hideSecrets(secrets).text(`${error.code}, ${error.message}`).replace(/\.$/, ''),
    transient: transient === true,
    retryAfterMs: typeof wait === 'number' ? wait : undefined,
  })
}

function unreached(error: unknown, { source, secrets }: Asked): CodedError {
  const reason = hideSecrets(secrets).text(reasonOf(error)).slice(0, longestReason)
  return pluginError('SOURCE_FAILED', { source, reason, transient: true })
}

/** The reason of a failed `fetch` is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
