import { platformError } from '../errors.ts'
import { orAborted } from '../or-aborted.ts'
import { checkTarget, mayBePrivate } from './check-target.ts'
import { createDispatcher } from './dispatcher.ts'
import { type FetchLimits, limitsHere } from './fetch-limits.ts'
import type { GuardedFetch, GuardedFetchOptions, GuardedInit } from './fetch-options.ts'
import { resolveBySystem } from './guarded-lookup.ts'
import { redirected } from './redirect.ts'
import { openRobots } from './robots.ts'
import { type Answer, type Hop, sendOnce } from './send-once.ts'
import { sentRequest } from './sent-request.ts'
import { type TimeLimits, timeLimits } from './time-limits.ts'
import { toResponse } from './to-response.ts'
import { openTurns } from './turns.ts'
import { userAgentFor } from './user-agent.ts'

/** The working part of `createGuardedFetch`. */
export function openFetch(options: GuardedFetchOptions): GuardedFetch {
  const widest = narrowed(limitsHere(), options.limits, Infinity)
  const { resolve = resolveBySystem, onRequest } = options
  const dispatcher = createDispatcher(options, { resolve, limits: widest })
  const turns = openTurns(options.turns)
  const userAgent = userAgentFor(options.contact)
  const robots = openRobots({ fetch: (url, init) => guarded(url, { ...init, robots: false }) })

  async function guarded(url: string, init: GuardedInit = {}): Promise<Response> {
    const { signal } = init
    signal?.throwIfAborted()
    const limits = narrowed(widest, init.limits)
    const hop = await sentRequest(checkTarget(url, options), init, { userAgent, limits })
    const clocks = timeLimits(url, { totalMs: limits.totalMs, signal: signal ?? undefined })
    try {
      return await follow(hop, { init, limits, clocks })
    } catch (error) {
      clocks.stop()
      throw error
    }
  }

  async function follow(
    first: Hop,
    { init, limits, clocks }: { init: GuardedInit; limits: FetchLimits; clocks: TimeLimits },
  ): Promise<Response> {
    let hop = first
    for (let redirects = 0; ; redirects += 1) {
      const url = hop.url.href
      // It may wait for what another request began, which does not listen to this one's signal.
      if (init.robots ?? options.robots ?? false) await orAborted(robots.check(url, clocks), clocks.signal)
      if (!mayBePrivate(hop.url, options))
        await turns.take(hop.url, { maxWaitMs: limits.turnMs, signal: clocks.signal })
      clocks.start()
      const answer = await sendOnce(hop, { dispatcher, limits, clocks, onRequest })
      const next = init.redirect === 'manual' ? undefined : nextHop(hop, { answer, redirects, limits, init })
      if (next === undefined) return toResponse(answer, { url, isRedirected: redirects > 0, onEnd: clocks.stop })
      answer.close()
      hop = next
    }
  }

  function nextHop(
    hop: Hop,
    { answer, redirects, limits, init }: { answer: Answer; redirects: number; limits: FetchLimits; init: GuardedInit },
  ): Hop | undefined {
    const refuse = (reason: string): never => {
      throw platformError('FETCH_REDIRECT_REFUSED', { url: hop.url.href, reason })
    }
    try {
      const next = redirected(hop, { answer, policy: options })
      if (next !== undefined && init.redirect === 'error') return refuse('it leads elsewhere')
      if (next !== undefined && redirects >= limits.redirects)
        return refuse(`it was redirected more than ${limits.redirects} times`)
      return next
    } catch (error) {
      answer.close()
      throw error
    }
  }

  return guarded
}

/** Each limit as it is asked for, but no wider than `bound` times what it was. */
function narrowed(limits: FetchLimits, wanted: Partial<FetchLimits> = {}, bound = 1): FetchLimits {
  const entries = Object.entries(limits).map(([name, limit]) => {
    const asked: number | undefined = Reflect.get(wanted, name)
    return [name, asked === undefined ? limit : Math.min(asked, limit * bound)] as const
  })
  return Object.fromEntries(entries) as FetchLimits
}
