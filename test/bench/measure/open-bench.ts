import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listModels, openEmbedder } from '@datacortex/embeddings'
import { userPaths } from '@datacortex/platform'
import type { Bench } from './benchmark.ts'
import { type CorpusName, type CorpusSpace, corpusSpace } from '../data/corpus-space.ts'

/**
 * What the benchmarks of a run share: model, temporary folders, spaces.
 *
 * @param tell - Shows a line to the person who waits.
 * @param model - As for `datacortex model use`, if another one than the packaged one is measured, or a cross-encoder with it.
 */
export function openBench(tell: (line: string) => void, model?: string): Bench & AsyncDisposable {
  const cacheDir = userPaths().cache
  const isReranker = listModels(cacheDir, { model }).some(({ name, kind }) => name === model && kind === 'reranker')
  const own = openEmbedder({ cacheDir, model: isReranker ? { reranker: model } : { model } })
  const embedder = { ...portOf(own), [Symbol.asyncDispose]: () => Promise.resolve() }
  const folders: string[] = []
  const spaces = new Map<CorpusName, Promise<CorpusSpace>>()
  const dataFolder = findDataFolder()
  const makeFolder = async (): Promise<string> => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-bench-')))
    folders.push(folder)
    return folder
  }
  const makeSpace = async (corpus: CorpusName): Promise<CorpusSpace> => {
    if (dataFolder === undefined) throw new Error('There is no data folder.')
    // Loads the model, and converts it on a fresh machine: neither belongs to an import.
    await embedder.embed(['load the model'])
    tell(`importing ${corpus}`)
    return await corpusSpace(corpus, { dataFolder, folder: await makeFolder(), embedder })
  }
  return {
    dataFolder,
    embedder,
    makeFolder,
    tell,
    space: async (corpus) => {
      const space = spaces.get(corpus) ?? makeSpace(corpus)
      spaces.set(corpus, space)
      return await space
    },
    [Symbol.asyncDispose]: async () => {
      await own[Symbol.asyncDispose]()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

function portOf(
  embedder: ReturnType<typeof openEmbedder>,
): Pick<Bench['embedder'], 'modelId' | 'dimensions' | 'embed' | 'dividedWords' | 'reranker'> {
  const { modelId, dimensions, reranker } = embedder
  return {
    modelId,
    dimensions,
    reranker,
    embed: (texts, options) => embedder.embed(texts, options),
    dividedWords: (words, options) => embedder.dividedWords?.(words, options) ?? Promise.resolve([]),
  }
}

function findDataFolder(): string | undefined {
  const repository = fileURLToPath(new URL('../../../', import.meta.url))
  const folder = resolve(repository, process.env['DATACORTEX_BENCH_DATA'] ?? '../shared/data')
  return existsSync(join(folder, 'agents')) && existsSync(join(folder, 'find')) ? folder : undefined
}
