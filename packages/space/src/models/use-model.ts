import { isAbsolute, resolve } from 'node:path'
import { readSettings, shellWord, userPaths, writeLocalSettings } from '@datacortex/platform'
import { z } from 'zod'
import { indexNotes } from '../indexing/index-notes.ts'
import { operation } from '../operation.ts'
import { dryRun, exact } from '../schema.ts'
import type { Work } from '../work.ts'

export const useModel = operation({
  input: z.strictObject({ name: exact, yes: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ model: z.string(), kind: z.string(), former: z.string() }),
  run: async (work, { name, yes, dry_run: isDry = false }) => {
    const { embeddingsError, listModels } = await import('@datacortex/embeddings')
    const model = isPath(name) ? resolve(name) : name
    // Numbers of another type are of another model, and the settings may ask for those of the packaged one.
    const wanted = { model, dtype: model === 'default' ? undefined : ('fp32' as const) }
    const listed = listModels(userPaths().cache, wanted).find((one) => one.name === model)
    if (model === 'none' || listed?.kind === 'reranker') return await useReranker(work, { model, isDry })
    const { model: former } = (await readSettings(work.paths)).embeddings
    await (await work.openModel(wanted, () => {}))[Symbol.asyncDispose]()
    if (listed?.here !== true) {
      const hint = `datacortex model pull ${shellWord(model)}`
      throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model, reason: 'it is not on this machine', hint })
    }
    const left = isPath(former) && former !== model ? { former: resolve(former) } : {}
    if (!isDry) await writeLocalSettings(work.paths, 'embeddings', { ...wanted, ...left })
    const index = await indexNotes.run(work, isDry ? { dry_run: true, full: model !== former } : { yes })
    return { model, kind: 'embedder' as const, former, index }
  },
})

async function useReranker({ paths, openModel, signal }: Work, { model, isDry }: { model: string; isDry: boolean }) {
  const { embeddings } = await readSettings(paths)
  await using embedder = await openModel({ ...embeddings, reranker: model }, () => {})
  // What it can't do is reported now, not by every search.
  await embedder.reranker?.score('a question', ['a text'], { signal })
  if (!isDry) await writeLocalSettings(paths, 'embeddings', { reranker: model })
  return { model, kind: 'reranker' as const, former: embeddings.reranker ?? 'none', index: undefined }
}

function isPath(model: string): boolean {
  return /^\.{1,2}[/\\]/.test(model) || isAbsolute(model)
}
