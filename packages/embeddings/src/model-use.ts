import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ifMissing, jsonOf, recordOf } from '@datacortex/platform'
import { attempt } from '@datacortex/errors'
import { embeddingsError } from './errors.ts'

/** What turns the numbers of a model into vectors as its authors meant them. */
export type ModelUse = {
  /** The mean of all tokens of a text, or its first one. */
  readonly pooling: 'mean' | 'first'
  /** What stands before a question, and before a text that is found. */
  readonly queryPrefix: string
  readonly textPrefix: string
  /** As many as the tokenizer says if absent. */
  readonly maxTokens?: number | undefined
}

/** How a model is used about which nobody says anything. */
export const usualUse: ModelUse = { pooling: 'mean', queryPrefix: '', textPrefix: '' }

const poolingFile = '1_Pooling/config.json'
const lengthFile = 'sentence_bert_config.json'
const promptsFile = 'config_sentence_transformers.json'
/** Files that say how a model is used, as sentence-transformers writes them. */
export const useFiles: readonly string[] = ['modules.json', poolingFile, lengthFile, promptsFile]

/** How a model is used: as its files say, and where they are silent as is known of it. */
export function modelUse(folder: string, known: Partial<ModelUse> = {}): ModelUse {
  const read = (file: string) => recordOf(readJson(folder, file))
  const pooling = read(poolingFile)
  const prompting = read(promptsFile)
  const prompts = recordOf(prompting['prompts'])
  const modes = Object.keys(pooling).filter((key) => key.startsWith('pooling_mode_') && pooling[key] === true)
  const mode = [...modes, pooling['pooling_mode'] ?? []].flat().map(String).join(' and ')
  const ways = { '': known.pooling, pooling_mode_cls_token: 'first', cls: 'first', pooling_mode_mean_tokens: 'mean' }
  const way = new Map<string, unknown>(Object.entries({ ...ways, mean: 'mean' }))
  if (!way.has(mode)) refused(folder, `its pooling is ${mode}, and only cls and mean are understood`)
  if (pooling['include_prompt'] === false) refused(folder, 'it leaves prefixes out of its pooling')
  const modules = readJson(folder, 'modules.json')
  const types = (Array.isArray(modules) ? modules : []).map((one) => String(recordOf(one)['type']).split('.').at(-1))
  const other = types.find((type) => !['Transformer', 'Pooling', 'Normalize'].includes(type ?? ''))
  if (other !== undefined) refused(folder, `its modules.json asks for ${other}, which is not understood`)
  // Vectors get the length 1 in any case: by their direction they are compared here, and so it must be meant.
  if (types.length > 0 && !types.includes('Normalize') && String(prompting['similarity_fn_name']).startsWith('dot'))
    refused(
      folder,
      'its vectors are compared by dot product without a common length, and those here by their direction',
    )
  const prefix = (...names: readonly unknown[]): string | undefined =>
    [...names, prompting['default_prompt_name']]
      .map((name) => prompts[String(name)])
      .find((text): text is string => typeof text === 'string')
  const { max_seq_length: most, model_max_length: more } = { ...read('tokenizer_config.json'), ...read(lengthFile) }
  // A tokenizer without a length of its own has a huge number in its place.
  const maxTokens = [most, more].find((count): count is number => Number(count) > 2 && Number(count) < 1e6)
  return {
    pooling: way.get(mode) === 'first' ? 'first' : 'mean',
    queryPrefix: prefix('query', 'search_query') ?? known.queryPrefix ?? '',
    textPrefix: prefix('document', 'passage', 'search_document') ?? known.textPrefix ?? '',
    maxTokens: maxTokens ?? known.maxTokens,
  }
}

function readJson(folder: string, file: string): unknown {
  return attempt(
    () => jsonOf(readFileSync(join(folder, file), 'utf8')) ?? refused(folder, `${file} is no JSON`),
    ifMissing(undefined),
  )
}

function refused(model: string, reason: string): never {
  throw embeddingsError('EMBEDDINGS_MODEL_BROKEN', { model, reason, hint: 'Choose another one: datacortex model list' })
}
