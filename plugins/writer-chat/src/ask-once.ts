import { CodedError } from '@datacortex/errors'
import { readBody, readRefusal, retryAfterMs, saidByServer } from '@datacortex/plugin'
import type { ChatAnswer, ChatApi } from './chat-api.ts'
import type { ChatPrompt } from './chat-prompt.ts'
import { writerError } from './errors.ts'
import type { WriterSettings } from './writer-settings.ts'

export type AskOptions = {
  readonly api: ChatApi
  readonly config: WriterSettings
  readonly key: string | undefined
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Asks once. @throws Coded errors; what is worth another attempt has `details.transient`. */
export async function askOnce(prompt: ChatPrompt, options: AskOptions): Promise<ChatAnswer> {
  const { api, config, key, now, signal } = options
  const { path, headers, body } = api.request(prompt, { config, key })
  const url = `${config.base_url.replace(/\/+$/, '')}${path}`
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), config.timeout_ms)
  try {
    const response = await options.fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, limit.signal]),
    })
    const { status } = response
    if (!response.ok) {
      const { text, cut } = await readRefusal(response)
      const said = saidByServer(text, { key, cut })
      const isBusy = [408, 409, 425, 429].includes(status) || status >= 500
      // An account that is used up looks like one that is too busy, but waiting does not help.
      const isUsedUp = text.includes('insufficient_quota')
      const wait = isBusy ? retryAfterMs(response.headers.get('retry-after'), now()) : undefined
      const reason = said === '' ? response.statusText || 'without a reason' : said
      const transient = isBusy && !isUsedUp
      throw writerError('WRITER_CHAT_REFUSED', { url, status, reason, transient, retryAfterMs: wait })
    }
    return read(await whole(response, { url, config }), { url, api, key })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (limit.signal.aborted) throw writerError('WRITER_CHAT_TIMEOUT', { url, timeoutMs: config.timeout_ms })
    throw failureOf(error, url)
  } finally {
    clearTimeout(timer)
  }
}

function failureOf(error: unknown, url: string): unknown {
  if (CodedError.is(error) && error.code !== 'FETCH_UNREACHABLE') return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const reason = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
  return writerError('WRITER_CHAT_UNREACHABLE', { url, reason }, { cause: error })
}

function read(text: string, { url, api, key }: { url: string; api: ChatApi; key: string | undefined }): ChatAnswer {
  try {
    return api.read(JSON.parse(text))
  } catch (error) {
    const cut = text.length > saidBytes ? 'end' : undefined
    const said = saidByServer(text.slice(0, saidBytes), { key, cut }).slice(0, 200)
    const reason = said === '' ? 'it is empty' : `it begins with ${JSON.stringify(said)}`
    throw writerError('WRITER_CHAT_RESPONSE_INVALID', { url, reason }, { cause: error })
  }
}

const saidBytes = 10_000

async function whole(response: Response, { url, config }: { url: string; config: WriterSettings }): Promise<string> {
  const { max_answer_bytes: maxBytes } = config
  const { bytes, isCut } = await readBody(response, maxBytes)
  if (!isCut) return new TextDecoder().decode(bytes)
  throw writerError('WRITER_CHAT_RESPONSE_INVALID', { url, reason: `it is longer than ${maxBytes} bytes` })
}
