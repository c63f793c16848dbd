import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { routingsFile } from './routings-file.ts'

/** The confirmed tasks of a space for the search by meaning, which finds them like the examples of their agents. */
export function routedUtterances(paths: SpacePaths) {
  return {
    files: [routingsFile(paths)],
    read: async (registry: Registry) => {
      const [{ learnedUtterances }, { readRoutings }] = await Promise.all([
        import('./learned-utterances.ts'),
        import('./read-routings.ts'),
      ])
      return learnedUtterances(registry, (await readRoutings(paths)).routings)
    },
  }
}
