import type { ListedModel } from '@datacortex/embeddings'
import { readSettings, userPaths } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'

export const listModels = operation({
  input: z.strictObject({}),
  output: z.looseObject({ models: z.array(z.looseObject({ name: z.string(), active: z.boolean() })) }),
  run: async ({ paths }): Promise<{ readonly models: readonly ListedModel[] }> => {
    const embeddings = await import('@datacortex/embeddings')
    return { models: embeddings.listModels(userPaths().cache, (await readSettings(paths)).embeddings) }
  },
})
