import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'

export type DrainOutputOptions = {
  /** Without a word. */
  readonly idleMs: number
  /** In all, however much still comes. */
  readonly mostMs: number
  /** From here on nothing is waited for beyond `idleMs`. */
  readonly signal: AbortSignal
}

export async function drainOutput(
  { stdout, stderr }: Pick<ChildProcessWithoutNullStreams, 'stdout' | 'stderr'>,
  { idleMs, mostMs, signal }: DrainOutputOptions,
): Promise<boolean> {
  const open = [stdout, stderr].filter((stream) => !stream.closed)
  if (open.length === 0) return true
  const closing = new AbortController()
  const close = (): void => closing.abort()
  const idle = setTimeout(close, idleMs)
  const most = setTimeout(close, mostMs)
  const onData = (): void => {
    // What comes on stderr alone is no part of the answer.
    if (!stdout.closed && !signal.aborted) idle.refresh()
  }
  for (const stream of open) stream.on('data', onData)
  try {
    await Promise.all(open.map((stream) => once(stream, 'close', { signal: closing.signal })))
    return true
  } catch {
    // The time is over, or a pipe broke: either way no more can be read.
    const isWhole = stdout.closed && stdout.errored === null
    for (const stream of open) stream.destroy()
    return isWhole
  } finally {
    clearTimeout(idle)
    clearTimeout(most)
    for (const stream of open) stream.off('data', onData)
  }
}
