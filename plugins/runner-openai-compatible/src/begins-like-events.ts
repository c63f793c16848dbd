export type BegunBody = {
  readonly isLikeEvents: boolean
  readonly body: AsyncIterable<Uint8Array>
}

// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
/** Looks at the beginning of an answer, because some servers send events and call them JSON, or nothing. */
export async function beginsLikeEvents(
  body: AsyncIterable<Uint8Array>,
  { touch, maxBytes }: { touch: () => void; maxBytes: number },
): Promise<BegunBody> {
  const pieces = body[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  const decoder = new TextDecoder()
  let text = ''
  let sizeBytes = 0
  // Servers let a line be empty to show that they live, before events and before JSON.
  while (text.length < longestField && !text.includes(':') && sizeBytes <= maxBytes) {
    const piece = await pieces.next()
    if (piece.done === true) break
    touch()
    taken.push(piece.value)
    sizeBytes += piece.value.length
    text = (text + decoder.decode(piece.value, { stream: true })).trimStart()
  }
  return { isLikeEvents: fieldOfEvent.test(text), body: again(taken, pieces) }
}

/** The names of fields; a line without a name is a comment. */
const fieldOfEvent = /^(?:data|event|id|retry)?:/
const longestField = 'event:'.length

async function* again(
  taken: readonly Uint8Array[],
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* taken
    yield* { [Symbol.asyncIterator]: () => pieces }
  } finally {
    // Also if nobody read as far as here: the connection shall not stay open.
    await pieces.return?.()
  }
}
