import { pageBase } from './base.ts'

export type Session = {
  readonly token: string
  /** Name of the folder of the space. */
  readonly space: string
  readonly rights: readonly string[]
  /** Whether it is the user of the machine, who alone decides what the space may do. */
  readonly isOwn: boolean
}

const key = 'datacortex-token'
const channelName = 'datacortex-session'

/** Signs in by the code of a link, by the token of this tab, or by that of another tab that is open. */
export async function findSession(): Promise<Session | undefined> {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1]
  // Gone from the address, and from the history, before anything else happens.
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  const session =
    (code === undefined ? undefined : await signIn(`Code ${code}`)) ??
    (await signInWith(sessionStorage.getItem(key))) ??
    (await signInWith(await tokenOfOtherTab()))
  if (session !== undefined) lend(session)
  return session
}

/** Signs in by a token; undefined if nobody knows it. */
export async function signInWith(token: string | null): Promise<Session | undefined> {
  const session = token === null || token === '' ? undefined : await signIn(`Bearer ${token}`, token)
  if (session === undefined && token !== null) sessionStorage.removeItem(key)
  return session
}

async function signIn(authorization: string, known?: string): Promise<Session | undefined> {
  const response = await fetch(new URL('session', pageBase), { method: 'POST', headers: { authorization } })
  if (!response.ok) return undefined
  const { token = known ?? '', space, rights, is_own: isOwn } = (await response.json()) as SignedIn
  sessionStorage.setItem(key, token)
  return { token, space, rights, isOwn }
}

type SignedIn = {
  readonly token?: string
  readonly space: string
  readonly rights: readonly string[]
  readonly is_own: boolean
}

/** Tabs of the same origin are the same page: none of another site hears it. */
function lend({ token }: Session): void {
  new BroadcastChannel(channelName).addEventListener('message', ({ data, target }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is of one origin
    if (data === 'wanted' && target instanceof BroadcastChannel) target.postMessage({ token })
  })
  // Held as long as the tab is open: so another one knows whether an answer is to come.
  if ('locks' in navigator)
    navigator.locks.request(channelName, { mode: 'shared' }, () => new Promise(() => undefined)).catch(() => undefined)
}

async function tokenOfOtherTab(): Promise<string | null> {
  const { held = [] } = 'locks' in navigator ? await navigator.locks.query() : {}
  const isOpen = held.some(({ name }) => name === channelName)
  const channel = new BroadcastChannel(channelName)
  const { promise, resolve } = Promise.withResolvers<string | null>()
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'token' in data) resolve(String(data.token))
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  channel.postMessage('wanted')
  setTimeout(() => resolve(null), isOpen ? 20_000 : 300)
  const token = await promise
  channel.close()
  return token
}
