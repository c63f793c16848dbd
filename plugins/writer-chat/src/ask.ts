import { CodedError } from '@datacortex/errors'
import { type AskOptions, askOnce } from './ask-once.ts'
import type { ChatAnswer } from './chat-api.ts'
import type { ChatPrompt } from './chat-prompt.ts'

/** Asks, and asks again where that may help, after as long as the server wants. */
export async function ask(
  prompt: ChatPrompt,
  options: AskOptions & { readonly onRetry: (error: CodedError, waitMs: number) => void },
): Promise<ChatAnswer> {
  const { config, signal } = options
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    try {
      return await askOnce(prompt, options)
    } catch (error) {
      if (signal.aborted || !CodedError.is(error) || error.details['transient'] !== true) throw error
      const asked = error.details['retryAfterMs']
      const waitMs = typeof asked === 'number' ? asked : config.backoff_ms * 2 ** (attempt - 1)
      if (attempt >= config.max_attempts || waitMs > config.max_wait_ms) throw error
      options.onRetry(error, waitMs)
      await pause(waitMs, signal)
    }
  }
}

/** On the timers of the program, which a test can hold. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(resolve, ms)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
