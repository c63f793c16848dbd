import type { Tensor } from '@xenova/transformers'
import { type Inputs, closeTruncated, loadFromFolder } from './pipeline-model.ts'
import { embeddingsError } from './errors.ts'
import { brokenAt } from './load-model.ts'
import type { BatchModel } from './loaded-model.ts'
import type { ResolvedModel } from './resolve-model.ts'

export type CrossEncoderFiles = Pick<ResolvedModel, 'modelId' | 'folder' | 'use'>

/** Loads a cross-encoder: of a question and a text, in this order, it gives a vector of one number. */
export async function loadCrossEncoder({ modelId, folder, use }: CrossEncoderFiles): Promise<BatchModel> {
  const loaded = await loadFromFolder('text-classification', folder, 'fp32').catch(brokenAt(modelId, folder))
  const { tokenizer } = loaded
  const length = use.maxTokens ?? tokenizer.model_max_length
  return {
    run: async ([question, text]) => {
      // The library cuts off the end of both: a long question, in tokens of about four characters, leaves half to the text.
      const [asked, read] = [String(question).slice(0, 2 * length), String(text).slice(0, 128 * length)]
      const inputs = tokenizer(asked, { text_pair: read, truncation: true, max_length: length }) as Inputs
      closeTruncated(inputs, { length, separator: tokenizer.sep_token_id })
      const { logits }: Readonly<Record<string, Tensor>> = await loaded.model(inputs)
      const numbers = logits?.data
      if (numbers instanceof Float32Array && numbers.length === 1) return [numbers]
      const reason = `it gives ${numbers?.length ?? 0} numbers for a question and a text, and a cross-encoder one`
      const hint = 'Choose another one: datacortex model list'
      throw embeddingsError('EMBEDDINGS_MODEL_BROKEN', { model: modelId, reason, hint })
    },
    dispose: async () => await loaded.dispose(),
  }
}
