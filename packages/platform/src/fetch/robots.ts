import robotsParser from 'robots-parser'
import { CodedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import type { GuardedFetch } from './fetch-options.ts'
import { productToken } from './user-agent.ts'

type Rules = { readonly allows: (url: string) => boolean; readonly isUnknown: boolean; readonly until: number }

// Its types describe another kind of module than it is.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

const day = 24 * 3_600_000
const maxBytes = 512_000

/** Reads robots.txt files, each at most once a day. See RFC 9309. */
export function openRobots({ fetch }: { fetch: GuardedFetch }) {
  const known = new Map<string, Promise<Rules>>()
  const rulesFor = async (origin: string, signal: AbortSignal): Promise<Rules> => {
    for (;;) {
      const begun = known.get(origin)
      if (begun === undefined) {
        const reading = read(origin, { fetch, signal })
        known.set(origin, reading)
        return await reading
      }
      // Who began it may have given up.
      const rules = await begun.catch(() => undefined)
      if (rules !== undefined && rules.until > Date.now()) return rules
      // The first who notices asks again; the others wait for that one.
      if (known.get(origin) === begun) known.delete(origin)
    }
  }
  return {
    async check(url: string, { signal }: { signal: AbortSignal }) {
      const rules = await rulesFor(new URL(url).origin, signal)
      if (!rules.allows(url)) throw platformError('FETCH_ROBOTS_DISALLOWED', { url, transient: rules.isUnknown })
    },
  }
}

async function read(origin: string, { fetch, signal }: { fetch: GuardedFetch; signal: AbortSignal }): Promise<Rules> {
  const url = `${origin}/robots.txt`
  try {
    const response = await fetch(url, { signal, limits: { bodyBytes: 10 * maxBytes } })
    if (response.ok) {
      const parsed = parseRobots(url, await beginning(response))
      return known((target) => parsed.isAllowed(target, productToken) ?? true)
    }
    await response.body?.cancel()
    // Without a file everything is allowed; a server in trouble is left alone.
    return response.status >= 500 || response.status === 429 ? unknown() : known(() => true)
  } catch (error) {
    if (signal.aborted || CodedError.is(error, 'FETCH_RATE_LIMITED')) throw error
    return CodedError.is(error) && error.details['transient'] !== true ? known(() => true) : unknown()
  }
}

function unknown(): Rules {
  return { allows: () => false, isUnknown: true, until: Date.now() + 60_000 }
}

function known(allows: Rules['allows']): Rules {
  return { allows, isUnknown: false, until: Date.now() + day }
}

async function beginning({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let sum = 0
  for await (const piece of body ?? []) {
    pieces.push(piece)
    sum += piece.length
    if (sum > maxBytes) break
  }
  return Buffer.concat(pieces).subarray(0, maxBytes).toString('utf8')
}
