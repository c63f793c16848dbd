import { embeddingsError } from './errors.ts'

/** The sizes of a BERT encoder. */
export type BertConfig = {
  readonly hiddenSize: number
  readonly heads: number
  readonly layers: number
  readonly epsilon: number
}

/** The sizes in a `config.json` of the transformers library. */
export function parseBertConfig(text: string, options: { readonly file: string }): BertConfig {
  const { file } = options
  const data = parseObject(text, file)
  const number = (key: string): number => {
    const value = data[key]
    if (typeof value !== 'number')
      throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: `${key} is ${JSON.stringify(value)}` })
    return value
  }
  if (data['model_type'] !== 'bert' || data['hidden_act'] !== 'gelu') {
    throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: 'it describes no BERT model with GELU' })
  }
  return {
    hiddenSize: number('hidden_size'),
    heads: number('num_attention_heads'),
    layers: number('num_hidden_layers'),
    epsilon: number('layer_norm_eps'),
  }
}

function parseObject(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: 'it is not JSON' }, { cause })
  }
}
