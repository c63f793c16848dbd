import type { ServerContext } from '@modelcontextprotocol/server'

/**
 * Tells a client that asked for it every five seconds that its request goes on: clients wait for a minute or so, unless
 * they hear of it.
 *
 * @param request - That is being answered.
 * @returns Whose disposal ends the telling.
 * @see https://modelcontextprotocol.io/specification/ (progress)
 */
export function tellWhile({ _meta: meta, notify }: ServerContext['mcpReq']): Disposable {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return { [Symbol.dispose]: () => {} }
  const startedMs = performance.now()
  const timer = setInterval(() => {
    const progress = Math.round((performance.now() - startedMs) / 1000)
    // Who has gone away is told nothing more.
    notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message: `${progress} s so far` },
    }).catch(() => undefined)
  }, 5000)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
