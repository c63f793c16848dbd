import type { BrokenModule } from '@datacortex/modules'

/** A module that was left alone, and what to do about it. */
export type LeftAlone = {
  readonly path: string
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

export function leftAlone(broken: readonly BrokenModule[]): readonly LeftAlone[] {
  return broken.map(({ path, error: { code, message, hint } }) => ({ path, code, message, hint }))
}
