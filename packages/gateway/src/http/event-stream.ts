// Proxies close connections on which nothing happens, most of them after a minute.
const aliveEveryMs = 15_000

/** How events are written. */
export type EventStreamOptions<Event> = {
  /** Makes the JSON of one event. */
  readonly wrap: (event: Event) => unknown
  /** Ends the reading of events; called when the client is gone. */
  readonly onGone: () => void
}

/** The body of a `text/event-stream`: one event after the other, and a comment now and then. */
export function eventStream<Event>(
  events: AsyncIterable<Event>,
  { wrap, onGone }: EventStreamOptions<Event>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = events[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(': alive\n\n')), aliveEveryMs)
    },
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done !== true) return controller.enqueue(encoder.encode(`data: ${JSON.stringify(wrap(value))}\n\n`))
      clearInterval(timer)
      controller.close()
    },
    async cancel() {
      clearInterval(timer)
      onGone()
      await iterator.return?.(undefined)
    },
  })
}
