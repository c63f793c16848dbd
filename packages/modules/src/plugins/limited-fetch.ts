import { CodedError } from '@datacortex/errors'
import type { FetchLimits, FetchLogEntry, GuardedFetch, GuardedFetchOptions, OpenSocket } from '@datacortex/platform'
import { createGuardedFetch, createGuardedSocket } from '@datacortex/platform'
import { moduleError } from '../errors.ts'

/** What a module may ask. Hosts are `host` for the default ports or `host:port`. */
export type LimitedFetchOptions = {
  /** Of its manifest: public hosts, `*` for all of them. */
  readonly hosts: readonly string[]
  /** Of the user's settings: these may be private too, since a person named them. */
  readonly granted?: readonly string[] | undefined
  /** What the space says about requests; read when the first one is made. */
  readonly space?: (() => Promise<GuardedFetchOptions>) | undefined
  readonly limits?: Partial<FetchLimits> | undefined
  /** Whether robots.txt is respected: where nobody named the addresses. */
  readonly robots?: boolean | undefined
  readonly onRequest?: ((entry: FetchLogEntry) => void) | undefined
}

/** A guarded `fetch` for exactly the granted hosts. It keeps honest modules to their word, and no others. */
export function limitedFetch(name: string, options: LimitedFetchOptions): GuardedFetch {
  const { limits, robots, onRequest } = options
  return limited(name, async () => createGuardedFetch({ ...(await policyOf(options)), limits, robots, onRequest }))
}

/** A guarded WebSocket to exactly the granted hosts. */
export function limitedSocket(name: string, options: LimitedFetchOptions): OpenSocket {
  return limited(name, async () => createGuardedSocket(await policyOf(options)))
}

async function policyOf({ hosts, granted = [], space }: LimitedFetchOptions): Promise<GuardedFetchOptions> {
  const given = (await space?.()) ?? {}
  return { ...given, hosts: [...hosts, ...granted], allowPrivate: [...(given.allowPrivate ?? []), ...granted] }
}

function limited<Init, Answer>(
  name: string,
  open: () => Promise<(url: string, init?: Init) => Promise<Answer>>,
): (url: string, init?: Init) => Promise<Answer> {
  let opening: ReturnType<typeof open> | undefined
  return async (url, init) => {
    try {
      opening ??= open()
      const ask = await opening
      return await ask(url, init)
    } catch (error) {
      throw refusedOf(error, { name, asked: url })
    }
  }
}

function refusedOf(error: unknown, { name, asked }: { readonly name: string; readonly asked: string }): unknown {
  const isRefused = CodedError.is(error, 'FETCH_REFUSED') || CodedError.is(error, 'FETCH_REDIRECT_REFUSED')
  if (!isRefused) return error
  const { url: refused } = error.details
  // After a redirect it is another one than was asked for, and that one was granted.
  const url = typeof refused === 'string' ? refused : asked
  const reason = String(error.details['reason'])
  // A module of any host was refused by the rules of the space, and those a person can change.
  const hint = reason.endsWith('is not granted') ? undefined : error.hint
  return moduleError('MODULE_NETWORK_REFUSED', { name, url, reason, hint })
}
