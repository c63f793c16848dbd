import { availableParallelism } from 'node:os'
import { openEmbedder, verifyModel } from '@datacortex/embeddings'
import { updateNoteIndex } from '@datacortex/memory'
import { createSpace, type SpacePaths, userPaths } from '@datacortex/platform'
import { bareSessions, tokenBatches } from './baselines/bare-sessions.ts'
import { writeSyntheticNotes } from './data/synthetic-notes.ts'
import { wordEmbedder } from './data/word-embedder.ts'
import type { Benchmark, Report } from './measure/benchmark.ts'

const notes = 8000

/** The first index of a large vault with the packaged model, beside bare sessions of onnxruntime on the same texts. */
export const vaultEmbed: Benchmark = {
  name: 'vault-embed',
  async run(bench): Promise<Report> {
    const cores = availableParallelism()
    const cacheDir = userPaths().cache
    await using embedder = openEmbedder({ cacheDir, threads: cores })
    await embedder.embed(Array.from({ length: 64 }, () => 'load the model'))
    const { folder } = await verifyModel({ cacheDir })
    const { folder: tokenizer } = await verifyModel({ cacheDir, model: { dtype: 'fp32' } })
    await using bare = await bareSessions(folder, cores)
    const writeVault = async (): Promise<SpacePaths> => {
      const { paths } = await createSpace(await bench.makeFolder())
      await writeSyntheticNotes(paths.root, notes)
      return paths
    }
    bench.tell(`what is embedded of ${notes.toLocaleString('en')} made-up notes`)
    const texts: string[] = []
    const inner = wordEmbedder(384)
    await updateNoteIndex(await writeVault(), {
      embedder: {
        ...inner,
        embed: async (some, options) => {
          texts.push(...some)
          return await inner.embed(some, options)
        },
      },
    })
    const vault = await writeVault()
    const batches = await tokenBatches(texts, tokenizer)
    bench.tell('bare sessions')
    const bareMs = await timeOf(async () => await bare.run(batches, cores))
    bench.tell('the index')
    const wholeMs = await timeOf(async () => {
      await updateNoteIndex(vault, { embedder })
    })
    const rows = [
      ['texts', String(texts.length)],
      ['bare sessions, s', (bareMs / 1000).toFixed(1)],
      ['the index, s', (wholeMs / 1000).toFixed(1)],
    ]
    return {
      tables: [
        { title: `The first index of ${notes.toLocaleString('en')} made-up notes`, columns: ['', 'figure'], rows },
      ],
      checks: [{ what: 'bare sessions to the index', value: bareMs / wholeMs, target: { atLeast: 0.85 }, unit: '×' }],
    }
  },
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}
