import { ModuleNetworkRefusedError } from '../errors.ts'

const maxRedirects = 5

/** Fetches like the global `fetch`, but only from hosts that were granted. */
export type LimitedFetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` for a module's code: http and https to exactly the granted hosts, redirects included.
 *
 * It keeps an honest module to its word. Code that means harm can reach the network by other ways.
 *
 * @param name - The module, for errors.
 * @param options - `hosts`: host names, or `host:port`.
 */
export function limitedFetch(name: string, { hosts }: { readonly hosts: readonly string[] }): LimitedFetch {
  const granted = new Set(hosts.map((host) => host.toLowerCase()))
  return async (url, init = {}) => {
    let target = checked(url, { name, granted })
    let request: RequestInit = init
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await fetch(target, { ...request, redirect: 'manual' })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) return response
      await response.body?.cancel()
      const next = checked(new URL(location, target).href, { name, granted })
      request = followed(request, { status: response.status, isSameOrigin: next.origin === target.origin })
      target = next
    }
    throw new ModuleNetworkRefusedError({ name, url, reason: `it was redirected more than ${maxRedirects} times` })
  }
}

function checked(
  url: string,
  { name, granted }: { readonly name: string; readonly granted: ReadonlySet<string> },
): URL {
  const target = URL.parse(url)
  const refuse = (reason: string): never => {
    throw new ModuleNetworkRefusedError({ name, url, reason })
  }
  if (target === null) return refuse('it is no URL')
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return refuse('only http and https are fetched')
  if (!granted.has(target.hostname) && !granted.has(target.host))
    return refuse(`the host ${target.host} is not in its permissions`)
  return target
}

/** What a browser sends on: no body after 303 and friends, no secrets to another origin. */
function followed(
  request: RequestInit,
  { status, isSameOrigin }: { readonly status: number; readonly isSameOrigin: boolean },
): RequestInit {
  const headers = new Headers(request.headers)
  if (!isSameOrigin) for (const secret of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(secret)
  const { method = 'GET', body, ...rest } = request
  const becomesGet = status === 303 || ((status === 301 || status === 302) && method.toUpperCase() === 'POST')
  if (becomesGet) return { ...rest, headers, method: 'GET' }
  return { ...rest, headers, method, ...(body === undefined ? {} : { body }) }
}
