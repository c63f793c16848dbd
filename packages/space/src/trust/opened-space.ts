import { type SpacePaths, type SpaceTrust, ownPaths, readTrust, withTrust } from '@datacortex/platform'
import { type Parts, type PartsOptions, openParts } from '../parts/open-parts.ts'

/** A space as its user trusts it now, and the parts that lie where this says. */
type Opened = { readonly paths: SpacePaths; readonly parts: Parts; learn: (trust: SpaceTrust) => void }

/** A space that is open while its user may decide anew about it; disposing closes all that was opened. */
export type OpenedSpace = AsyncDisposable & {
  /** Ends what runs. */
  readonly signal: AbortSignal
  /** As the last operation found it. */
  readonly paths: () => SpacePaths
  /** As it is now. */
  readonly now: () => Promise<Pick<Opened, 'paths' | 'parts'>>
}

/** Opens a space under what its user decided about it, which is looked up again by each operation. */
export async function openedSpace(
  paths: SpacePaths,
  { isTrusted = false, ...options }: PartsOptions & { readonly isTrusted?: boolean | undefined },
): Promise<OpenedSpace> {
  const ended = new AbortController()
  const stack = new AsyncDisposableStack()
  const openAs = (trust: SpaceTrust): Opened => {
    let known = trust
    // What keeps the paths learns of a change with everybody else.
    const live = Object.defineProperty(withTrust(paths, { trust }), 'trust', {
      get: () => known,
      enumerable: true,
    })
    const parts = stack.use(openParts(live, options))
    return { paths: live, parts, learn: (now) => (known = now) }
  }
  const decided = async (): Promise<SpaceTrust> => (isTrusted ? ownPaths(paths).trust : await readTrust(paths.root))
  let opened = openAs(await decided())
  return {
    signal: ended.signal,
    paths: () => opened.paths,
    now: async () => {
      const trust = await decided()
      // Its state and cache lie elsewhere then.
      if (trust.state === opened.paths.trust.state) opened.learn(trust)
      else opened = openAs(trust)
      return opened
    },
    [Symbol.asyncDispose]: async () => {
      ended.abort(new DOMException('The space is closed.', 'AbortError'))
      await stack.disposeAsync()
    },
  }
}
