import type { FeatureExtractionPipeline, AllTasks, Tensor } from '@xenova/transformers'
import type { LoadedModel } from './loaded-model.ts'
import type { ModelUse } from './model-use.ts'
import { planBatches } from './plan-batches.ts'
import type { LibraryType } from './resolve-model.ts'
import { switchOffReports } from './runtime.ts'

// Small batches stay in the processor's caches: a thread embeds mixed texts a third faster with 2,000 characters at a time
// than with 8,000, and takes 85 MB less.
const batchLimits = { batchCharacters: 2000, batchSize: 16 }

/** Any model that the library has loaded. */
export function pipelineModel(pipeline: FeatureExtractionPipeline, use: ModelUse): LoadedModel {
  // A token has about four characters of English.
  const textCharacters = 4 * (use.maxTokens ?? pipeline.tokenizer.model_max_length)
  return {
    batches: (texts, batchSize = batchLimits.batchSize) =>
      planBatches(texts, { ...batchLimits, textCharacters, batchSize }).map((places) => ({
        places,
        input: places.map((place) => texts[place] ?? ''),
      })),
    run: async (input) => await embedBatch(pipeline, input.map(String), use),
    unknownShare: (text) => unknownShare(pipeline, text),
    isWhole: (word) => pipeline.tokenizer.encode(word, { add_special_tokens: false }).length === 1,
    dispose: async () => await pipeline.dispose(),
  }
}

/** Loads a model from a folder in transformers.js layout. The library asks nobody for what is not there. */
export async function loadFromFolder<Task extends 'feature-extraction' | 'text-classification'>(
  task: Task,
  folder: string,
  dtype: LibraryType,
): Promise<AllTasks[Task]> {
  switchOffReports()
  const { env, pipeline } = await import('@xenova/transformers')
  env.allowRemoteModels = false
  // Failures come back as errors; warnings on the terminal are not ours to print.
  env.logLevel = 100
  return await pipeline(task, folder, {
    dtype,
    device: 'cpu',
    local_files_only: true,
    // One thread needs half the CPU time of the default at equal wall time for short texts.
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  })
}

/** Unit vectors of texts, as the pipeline makes them with `{ pooling, normalize: true }`, with truncation repaired. */
async function embedBatch(
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

/** Share of the tokens of a text that the vocabulary lacks, 0–1; 0 where that can't be said. */
function unknownShare({ tokenizer }: FeatureExtractionPipeline, text: string): number {
  const unknown = tokenizer.unk_token_id
  const tokens = tokenizer.encode(text.slice(0, mostCharacters), { add_special_tokens: false })
  return tokens.length === 0 ? 0 : tokens.filter((token) => token === unknown).length / tokens.length
}

/** More than a model reads of English. */
const mostCharacters = 2000
