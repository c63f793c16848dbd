import type { ProgressEvent } from '@datacortex/platform'
import type { WatchNews } from './indexing/watch-news.ts'

/** What is reported while an operation runs: how far it is, what an endless one has done, and at last its answer. */
export type SpaceEvent<Output> =
  | ({ readonly type: 'progress' } & ProgressEvent)
  | { readonly type: 'news'; readonly news: WatchNews }
  | { readonly type: 'result'; readonly result: Output }

/**
 * An operation that runs: wait for its answer, or follow it with `for await`. Anyone who leaves such a loop before its end
 * stops the operation.
 */
export type Running<Output> = PromiseLike<Output> & AsyncIterable<SpaceEvent<Output>>

/** Runs work that can be waited for and followed. */
export function running<Output>(
  work: (options: {
    readonly signal: AbortSignal
    readonly onProgress: (event: ProgressEvent) => void
    readonly onNews: (news: WatchNews) => void
  }) => Promise<Output>,
  signal: AbortSignal,
): Running<Output> {
  const left = new AbortController()
  const waiting: Exclude<SpaceEvent<Output>, { readonly type: 'result' }>[] = []
  let isFollowed = false
  let wake = (): void => {}
  const tell = (event: (typeof waiting)[number]): void => {
    if (isFollowed) waiting.push(event)
    wake()
  }
  const result = work({
    signal: AbortSignal.any([signal, left.signal]),
    onProgress: (event) => tell({ type: 'progress', ...event }),
    onNews: (news) => tell({ type: 'news', news }),
  })
  let hasEnded = false
  const ended = Promise.allSettled([result]).then(() => {
    hasEnded = true
    return wake()
  })
  async function* follow(): AsyncGenerator<SpaceEvent<Output>> {
    isFollowed = true
    try {
      for (;;) {
        yield* waiting.splice(0)
        if (hasEnded && waiting.length === 0) break
        if (waiting.length > 0) continue
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
      }
      yield { type: 'result', result: await result }
    } finally {
      left.abort(new DOMException('Nobody follows it any more.', 'AbortError'))
      await ended
    }
  }
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- it is awaited like a promise
    then: result.then.bind(result),
    [Symbol.asyncIterator]: follow,
  }
}
