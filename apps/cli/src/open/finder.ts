import { join } from 'node:path'
import type { OnProgress, SpacePaths } from '@datacortex/platform'
import { userPaths } from '@datacortex/platform'
import type { Finder } from '@datacortex/registry/find'
import { routedUtterances } from '@datacortex/router/utterances'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { Context } from '../context.ts'
import { openModel } from './model.ts'
import { terminalText } from '../output/terminal-text.ts'

/**
 * Opens `find` on a space: settings, model and index wired together.
 *
 * @param paths - Of the space.
 * @param options - Abort signal and progress of bringing the index up to date.
 * @example await using finder = await openSpaceFinder(paths, context)
 */
export async function openSpaceFinder(
  paths: SpacePaths,
  options: {
    readonly signal: AbortSignal
    readonly onProgress: OnProgress
    /** Removes the line that progress is shown in. */
    readonly clearProgress?: (() => void) | undefined
    readonly openModel?: Context['openModel']
  },
): Promise<Finder> {
  const { openFinder } = await import('@datacortex/registry/find')
  const finder = await openFinder(paths, {
    ...options,
    bundledDirectory: bundledPlugins(),
    vectorsFolder: join(userPaths().cache, 'vectors'),
    utterances: routedUtterances(paths),
    openEmbedder: async (model) => await (options.openModel ?? openModel)(model, options.onProgress),
  })
  const { problem } = finder.update
  if (problem !== undefined) {
    options.clearProgress?.()
    process.stderr.write(terminalText(`note       agents are found as they were before: ${problem}\n`))
  }
  return finder
}
