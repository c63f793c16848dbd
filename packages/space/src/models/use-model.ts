import { isAbsolute, resolve } from 'node:path'
import { readSettings, shellWord, userPaths, writeLocalSettings } from '@datacortex/platform'
import { z } from 'zod'
import { indexNotes } from '../indexing/index-notes.ts'
import { operation } from '../operation.ts'
import { dryRun, exact } from '../schema.ts'

/** Names a model in the settings of this machine and embeds with it; until that is done, the former answers. */
export const useModel = operation({
  input: z.strictObject({ name: exact, yes: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ model: z.string(), former: z.string() }),
  run: async (work, { name, yes, dry_run: isDry = false }) => {
    const { embeddingsError, listModels } = await import('@datacortex/embeddings')
    const model = /^\.{1,2}[/\\]/.test(name) || isAbsolute(name) ? resolve(name) : name
    const { model: former } = (await readSettings(work.paths)).embeddings
    // Numbers of another type are of another model, and the settings may ask for those of the packaged one.
    const wanted = { model, dtype: model === 'default' ? undefined : ('fp32' as const) }
    await (await work.openModel(wanted, () => {}))[Symbol.asyncDispose]()
    if (!listModels(userPaths().cache, wanted).some(({ active, here }) => active && here)) {
      const hint = `datacortex model pull ${shellWord(model)}`
      throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model, reason: 'it is not on this machine', hint })
    }
    if (!isDry) await writeLocalSettings(work.paths, 'embeddings', wanted)
    const index = await indexNotes.run(work, isDry ? { dry_run: true, full: model !== former } : { yes })
    return { model, former, index }
  },
})
