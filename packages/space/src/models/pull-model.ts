import type { PulledModel } from '@datacortex/embeddings'
import { userPaths } from '@datacortex/platform'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'

export const pullModel = operation({
  input: z.strictObject({ name, yes: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ model: z.string(), here: z.boolean() }),
  run: async (work, { name: model, yes = false, dry_run: isDry = false }) => {
    const embeddings = await import('@datacortex/embeddings')
    const agree = async ({ from, folder, here }: PulledModel): Promise<boolean> =>
      !isDry && (here || yes || (await agreed(work, `Download ${model} from ${from} into ${folder}?`)))
    const { signal, onProgress } = work
    const pulled = await embeddings.pullModel(model, { cacheDir: userPaths().cache, agree, signal, onProgress })
    return isDry ? { ...pulled, dry_run: true } : pulled
  },
})
