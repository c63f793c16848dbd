import type { FeatureExtractionPipeline, Tensor } from '@xenova/transformers'
import type { ModelUse } from './model-use.ts'

/**
 * Unit vectors of some texts, in their order: the mean of the hidden states of each text's tokens, or that of the first.
 *
 * Does what the pipeline itself does with `{ pooling, normalize: true }`, and repairs truncation.
 */
export async function embedBatch(
  pipeline: FeatureExtractionPipeline,
  texts: readonly string[],
  { pooling, maxTokens = pipeline.tokenizer.model_max_length }: ModelUse,
): Promise<readonly Float32Array[]> {
  const { mean_pooling: meanPooling } = await import('@xenova/transformers')
  const inputs = tokenize(pipeline, texts, maxTokens)
  const outputs: Readonly<Record<string, Tensor>> = await pipeline.model(inputs)
  const hidden = outputs['last_hidden_state'] ?? outputs['token_embeddings']
  if (hidden === undefined) return texts.map(() => new Float32Array(0))
  const states: Tensor = pooling === 'mean' ? meanPooling(hidden, inputs.attention_mask) : hidden.slice(null, 0)
  const pooled = states.normalize(2, -1)
  const width = pooled.dims[1] ?? 0
  const { data } = pooled
  if (!(data instanceof Float32Array)) return texts.map(() => new Float32Array(0))
  return texts.map((_, row) => data.slice(row * width, (row + 1) * width))
}

/** Tokens of texts. */
export type Inputs = { readonly input_ids: Tensor; readonly attention_mask: Tensor }

function tokenize({ tokenizer }: FeatureExtractionPipeline, texts: readonly string[], maxTokens: number): Inputs {
  // 128 characters a token is beyond what any tokenizer needs; without the cut, a megabyte is tokenized for nothing.
  const most = maxTokens * 128
  const cut = texts.map((text) => text.trim().slice(0, most))
  const inputs = tokenizer(cut, { padding: true, truncation: true, max_length: maxTokens }) as Inputs
  closeTruncated(inputs, { length: maxTokens, separator: tokenizer.sep_token_id })
  return inputs
}

/** The library cuts the closing token off long texts; the model was trained with it, and other engines keep it. */
export function closeTruncated(inputs: Inputs, options: { readonly length: number; separator?: number }): void {
  const { length, separator } = options
  const [rows = 0, columns] = inputs.input_ids.dims
  if (columns !== length || separator === undefined) return
  const ids = inputs.input_ids.data as BigInt64Array
  const mask = inputs.attention_mask.data as BigInt64Array
  for (let last = length - 1; last < rows * length; last += length) if (mask[last] === 1n) ids[last] = BigInt(separator)
}
