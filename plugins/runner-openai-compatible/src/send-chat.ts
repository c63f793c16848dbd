import { CodedError } from '@datacortex/errors'
import { readRefusal, retryAfterMs, saidByServer } from '@datacortex/plugin'
import { jsonOf } from '@datacortex/platform'
import type { ChatSettings } from './chat-settings.ts'
import { chatError } from './errors.ts'
import { serverFailure } from './server-failure.ts'
import { isTransientStatus, isUsedUp } from './worth-another.ts'

export type SendChatOptions = {
  readonly config: ChatSettings
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[]
  readonly key: string | undefined
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly now: () => number
  readonly signal: AbortSignal
}

export function chatUrl({ base_url: base }: ChatSettings): string {
  return `${base.replace(/\/+$/, '')}/chat/completions`
}

/** @throws `RUNNER_OPENAI_COMPATIBLE_UNREACHABLE`, `RUNNER_OPENAI_COMPATIBLE_REFUSED`, or the reason of the signal. */
export async function sendChat(options: SendChatOptions): Promise<Response> {
  const { config, messages, key, signal } = options
  const url = chatUrl(config)
  const body = {
    ...config.parameters,
    model: config.model,
    messages,
    stream: config.stream,
    ...(config.stream ? { stream_options: { include_usage: true } } : {}),
  }
  const headers = {
    'content-type': 'application/json',
    accept: config.stream ? 'text/event-stream, application/json' : 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
  try {
    const response = await options.fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
    if (response.ok) return response
    throw await refused(response, { ...options, url })
  } catch (error) {
    throw unreachable(error, { url, signal, hasAnswered: false })
  }
}

/** What a failed request or a broken connection is reported as; what has a code already stays as it is. */
export function unreachable(
  error: unknown,
  { url, signal, hasAnswered }: { url: string; signal: AbortSignal; hasAnswered: boolean },
): unknown {
  if (signal.aborted) return signal.reason
  if (CodedError.is(error, 'FETCH_UNREACHABLE'))
    return chatError(
      'RUNNER_OPENAI_COMPATIBLE_UNREACHABLE',
      { url, reason: String(error.details['reason']), hasAnswered },
      { cause: error },
    )
  if (CodedError.is(error)) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const reason = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
  return chatError('RUNNER_OPENAI_COMPATIBLE_UNREACHABLE', { url, reason, hasAnswered }, { cause: error })
}

async function refused(response: Response, { url, key, now }: SendChatOptions & { url: string }): Promise<CodedError> {
  const { status, headers } = response
  const { text, cut } = await readRefusal(response)
  const said = saidByServer(serverFailure(jsonOf(text))?.text ?? text, { key, cut })
  const transient = !isUsedUp(text) && isTransientStatus(status)
  return chatError('RUNNER_OPENAI_COMPATIBLE_REFUSED', {
    url,
    status,
    reason: said === '' ? response.statusText || 'without a reason' : said,
    transient,
    retryAfterMs: transient ? retryAfterMs(headers.get('retry-after'), now()) : undefined,
  })
}
