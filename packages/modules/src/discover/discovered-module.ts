import type { CodedError } from '@datacortex/errors'
import type { Manifest } from '@datacortex/plugin'

/** A module whose manifest was read; none of its code was. */
export type DiscoveredModule = {
  readonly name: string
  readonly version: string
  /** Absolute path. */
  readonly directory: string
  /** Of the program itself, installed in the space, or an npm package that the space depends on. */
  readonly origin: 'bundled' | 'installed' | 'npm'
  readonly manifest: Manifest
  readonly warnings: readonly string[]
}

/** A module that was set aside, and why. */
export type BrokenModule = { readonly path: string; readonly error: CodedError }

export type Discovery = { readonly modules: readonly DiscoveredModule[]; readonly broken: readonly BrokenModule[] }

/** The modules that a module depends on and that are not there; of versions nothing is checked. */
export function missingDependencies({ dependencies }: Manifest, present: ReadonlySet<string>): readonly string[] {
  return dependencies
    .map((dependency) => dependency.split('@', 1)[0] ?? dependency)
    .filter((name) => name !== 'core' && !present.has(name))
}
