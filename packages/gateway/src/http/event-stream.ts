// Proxies close connections on which nothing happens, most of them after a minute.
const aliveEveryMs = 15_000

/** What ends the work for a request once nobody waits for it any more. */
export type Presence = { readonly signal: AbortSignal; readonly leave: () => void }

/** Aborted when the client of a request goes away, be it in the middle of the answer. */
export function presenceOf(request: Request): Presence {
  const gone = new AbortController()
  return { signal: AbortSignal.any([request.signal, gone.signal]), leave: () => gone.abort() }
}

type EventOptions<Event> = Presence & {
  /** Makes the JSON of an event; it is its own if absent. */
  readonly wrap?: (event: Event) => unknown
  readonly idOf?: (event: Event) => number
}

/** Answers with events: one after the other, and a comment now and then. */
export function eventResponse<Event>(
  events: AsyncIterable<Event>,
  { leave, wrap = (event) => event, idOf }: EventOptions<Event>,
): Response {
  const encoder = new TextEncoder()
  const iterator = events[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(': alive\n\n')), aliveEveryMs)
    },
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done !== true) {
        const id = idOf === undefined ? '' : `id: ${String(idOf(value))}\n`
        return controller.enqueue(encoder.encode(`${id}data: ${JSON.stringify(wrap(value))}\n\n`))
      }
      clearInterval(timer)
      controller.close()
    },
    async cancel() {
      clearInterval(timer)
      leave()
      await iterator.return?.(undefined)
    },
  })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  return new Response(body, { headers })
}
