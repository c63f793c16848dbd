import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { routingsFile } from './routings-file.ts'

/** Sentences that lead to agents, as the search for agents takes them. */
export type RoutedUtterances = {
  /** Absolute paths of the files that they come from. */
  readonly files: readonly string[]
  read(registry: Registry): Promise<ReadonlyMap<string, readonly string[]>>
}

/** The confirmed tasks of a space for the search by meaning, which finds them like the examples of their agents. */
export function routedUtterances(paths: SpacePaths): RoutedUtterances {
  return {
    files: [routingsFile(paths)],
    read: async (registry) => {
      const [{ learnedUtterances }, { readRoutings }] = await Promise.all([
        import('./learned-utterances.ts'),
        import('./read-routings.ts'),
      ])
      return learnedUtterances(registry, (await readRoutings(paths)).routings)
    },
  }
}
