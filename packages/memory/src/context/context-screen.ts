/**
 * Decides what may be in a context. Whatever it gives a reason for is left out with that reason, before it is read.
 */
export type ContextScreen = {
  /** Why a file or folder may not be shown or named; undefined if it may. Relative to the space, with `/`. */
  readonly path: (path: string) => string | undefined
  /** Why a session memory may not be shown, by its id without prefix; undefined if it may. */
  readonly memory: (id: string) => Promise<string | undefined>
}

/** Lets everything through. */
export const openScreen: ContextScreen = { path: () => undefined, memory: () => Promise.resolve(undefined) }
