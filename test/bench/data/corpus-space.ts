import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import { type ImportFormat, type ImportReport, importAgents } from '@datacortex/importers'
import { readAgentsToFind } from '@datacortex/modules'
import { openFinder } from '@datacortex/registry/find'
import { timedEmbedder } from '../measure/timed-embedder.ts'

/** The corpora of real agents and the format that their labels are made for. */
export const corpora = { voltagent: 'claude', wshobson: 'claude', datacore: 'datacore' } as const

/** A corpus of real agents. */
export type CorpusName = keyof typeof corpora

/** What making a corpus findable took. */
export type ImportTimes = {
  readonly report: ImportReport
  readonly importMs: number
  readonly indexMs: number
  /** Part of `indexMs`. */
  readonly embedMs: number
  readonly embeddedTexts: number
}

/** A space with one corpus. */
export type CorpusSpace = {
  readonly paths: SpacePaths
  /** The folder that was imported. */
  readonly source: string
  readonly times: ImportTimes
}

/**
 * Makes a space of a corpus: import, then index.
 *
 * @param corpus - Which one.
 * @param options - Data folder, folder of the space, and the model, already loaded so that loading isn't measured.
 */
export async function corpusSpace(
  corpus: CorpusName,
  options: { readonly dataFolder: string; readonly folder: string; readonly embedder: Embedder },
): Promise<CorpusSpace> {
  const paths = ownPaths((await createSpace(options.folder)).paths)
  const source = join(options.dataFolder, 'agents', corpus)
  const { embedder } = options
  return { paths, source, times: await importAndIndex(paths, { source, format: corpora[corpus], embedder }) }
}

/**
 * Imports agents and brings the index in step, as `datacortex agent import` does.
 *
 * @param paths - Of the space.
 * @param options - What to import, and the model.
 */
export async function importAndIndex(
  paths: SpacePaths,
  options: { readonly source: string; readonly format: ImportFormat; readonly embedder: Embedder },
): Promise<ImportTimes> {
  const { embedder, times } = timedEmbedder(options.embedder)
  const startedAt = performance.now()
  const report = await importAgents(paths, [options.source], { format: options.format })
  const importedAt = performance.now()
  await using finder = await openFinder(paths, {
    openEmbedder: () => Promise.resolve(embedder),
    readAgents: readAgentsToFind,
  })
  const indexMs = performance.now() - importedAt
  return {
    report,
    importMs: importedAt - startedAt,
    indexMs,
    embedMs: times.ms,
    embeddedTexts: Math.max(finder.update.embedded, times.texts),
  }
}
