import type { Manifest } from '@datacortex/plugin'

/** The modules that a module depends on and that are not there; of versions nothing is checked. */
export function missingDependencies({ dependencies }: Manifest, present: ReadonlySet<string>): readonly string[] {
  return dependencies
    .map((dependency) => dependency.split('@', 1)[0] ?? dependency)
    .filter((name) => name !== 'core' && !present.has(name))
}
