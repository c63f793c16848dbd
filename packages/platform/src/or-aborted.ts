/**
 * What a promise comes to, unless the signal is aborted before; what is behind it is left to itself then.
 * @throws The abort reason.
 * @example await orAborted(model.run(input), signal)
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal?.reason as Error)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted === true) onAbort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
