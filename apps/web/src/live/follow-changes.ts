import type { Api, ReportedChange } from '../api/call.ts'

/** What tabs tell each other. */
export type TabMessage = ReportedChange | { readonly type: 'gone' }

const name = 'datacortex-changes'

/**
 * Tells what changes in the space until it is left. Of all tabs one asks the server, because a browser has few connections
 * to each: it holds a lock, and passes on what it hears. When it closes another one takes the lock.
 */
export function followChanges({ changes }: Pick<Api, 'changes'>, onMessage: (message: TabMessage) => void): () => void {
  const left = new AbortController()
  const { signal } = left
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data))
  let failures = 0
  const tell = (message: TabMessage): void => {
    onMessage(message)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is of one origin
    channel.postMessage(message)
  }
  const lead = async (): Promise<void> => {
    try {
      for await (const change of changes({ signal })) {
        failures = 0
        tell(change)
      }
    } catch {
      // It is tried again.
    }
    if (!signal.aborted) tell({ type: 'gone' })
  }
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      await ('locks' in navigator ? navigator.locks.request(name, { signal }, lead) : lead())
      failures += 1
      await pause(Math.min(30_000, 500 * 2 ** failures), signal)
    }
  }
  work().catch(() => undefined)
  return () => {
    left.abort()
    channel.close()
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
}
