import { isAbsolute, resolve } from 'node:path'
import type { ListedModel } from '@datacortex/embeddings'
import { readSettings, shellWord, userPaths, writeLocalSettings } from '@datacortex/platform'
import { z } from 'zod'
import type { IndexedNotes, IndexPlan } from '../indexing/index-notes.ts'
import { indexNotes } from '../indexing/index-notes.ts'
import type { Operation } from '../operation.ts'
import { dryRun, exact } from '../schema.ts'
import type { Work } from '../work.ts'
import type { PullModel } from './pull-model.ts'

/** What is used now, what was, and what that did, or would do, to the index, which a reranker leaves as it is. */
export type ModelUsed = {
  readonly model: string
  readonly kind: ListedModel['kind']
  readonly former: string
  readonly index?: IndexedNotes | IndexPlan | undefined
}

/**
 * Names `default`, a model that was pulled or a folder in the settings of this machine, and embeds with it, which `index`
 * goes on with; until that is done, the former one answers. A cross-encoder, or `none`, ranks notes from now on.
 *
 * @throws `EMBEDDINGS_MODEL_NOT_FOUND` if it is not here, `EMBEDDINGS_MODEL_BROKEN`; `PLATFORM_SETTINGS_INVALID`.
 */
export const useModel: Operation<PullModel, ModelUsed> = {
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
    return { model, kind: 'embedder', former, index }
  },
}

async function useReranker(
  { paths, openModel, signal }: Work,
  { model, isDry }: { readonly model: string; readonly isDry: boolean },
): Promise<ModelUsed> {
  const { embeddings } = await readSettings(paths)
  await using embedder = await openModel({ ...embeddings, reranker: model }, () => {})
  // What it can't do is told now, not by every search.
  await embedder.reranker?.score('a question', ['a text'], { signal })
  if (!isDry) await writeLocalSettings(paths, 'embeddings', { reranker: model })
  return { model, kind: 'reranker', former: embeddings.reranker ?? 'none' }
}

function isPath(model: string): boolean {
  return /^\.{1,2}[/\\]/.test(model) || isAbsolute(model)
}
