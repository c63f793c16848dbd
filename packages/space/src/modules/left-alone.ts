import type { BrokenModule } from '@datacortex/modules'

/** Modules that were left alone, and what to do about each. */
export function leftAlone(broken: readonly BrokenModule[]) {
  return broken.map(({ path, error: { code, message, hint } }) => ({ path, code, message, hint }))
}
