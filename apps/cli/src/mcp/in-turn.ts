/**
 * Lets so many work at once; the others wait for their turn, first come, first served.
 *
 * @param most - How many, at least 1.
 * @example
 * const turn = inTurn(4)
 * await turn(async () => await search(query), { signal })
 */
export function inTurn(
  most: number,
): <Result>(work: () => Promise<Result>, options: { readonly signal: AbortSignal }) => Promise<Result> {
  let working = 0
  const waiting = new Set<() => void>()
  const next = (): void => {
    const [first] = waiting
    if (first === undefined) working -= 1
    else first()
  }
  return async (work, { signal }) => {
    signal.throwIfAborted()
    if (working < most) working += 1
    else await untilCalled(waiting, signal)
    try {
      return await work()
    } finally {
      next()
    }
  }
}

/** Whoever is cancelled gives up the place in the queue; whoever was called before that has the turn, and passes it on. */
async function untilCalled(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const called = (): void => {
    waiting.delete(called)
    resolve()
  }
  const leave = (): void => {
    waiting.delete(called)
    reject(signal.reason)
  }
  waiting.add(called)
  signal.addEventListener('abort', leave, { once: true })
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
