import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { type PackagedWeights, packagedMiniLm } from '../packaged-weights.ts'

const hidden = 8
const wide = 16
// Of the packaged tokenizer.
const words = 30_522

const layer = 'encoder.layer.0'
const norms = ['embeddings.LayerNorm', `${layer}.attention.output.LayerNorm`, `${layer}.output.LayerNorm`]
const squares = ['self.query', 'self.key', 'self.value', 'output.dense'].map((part) => `${layer}.attention.${part}`)
const shapes: Readonly<Record<string, readonly number[]>> = {
  'embeddings.word_embeddings.weight': [words, hidden],
  'embeddings.position_embeddings.weight': [512, hidden],
  'embeddings.token_type_embeddings.weight': [2, hidden],
  ...Object.fromEntries(norms.flatMap((name) => [`${name}.weight`, `${name}.bias`].map((one) => [one, [hidden]]))),
  ...Object.fromEntries(squares.map((name) => [`${name}.weight`, [hidden, hidden]])),
  ...Object.fromEntries(squares.map((name) => [`${name}.bias`, [hidden]])),
  [`${layer}.intermediate.dense.weight`]: [wide, hidden],
  [`${layer}.intermediate.dense.bias`]: [wide],
  [`${layer}.output.dense.weight`]: [hidden, wide],
  [`${layer}.output.dense.bias`]: [hidden],
}

/**
 * Weights of a model with one layer and eight dimensions, which means nothing and is converted in a moment. It doesn't
 * come with the package.
 *
 * @param valueAt - Each of the numbers.
 */
export async function tinyWeights(
  folder: string,
  valueAt: (index: number, name: string) => number = Math.sin,
): Promise<PackagedWeights> {
  const header: Record<string, unknown> = {}
  const parts: Uint8Array[] = []
  let at = 0
  for (const [name, shape] of Object.entries(shapes)) {
    const count = shape.reduce((product, length) => product * length, 1)
    const values = Float16Array.from({ length: count }, (_, index) => valueAt(index + at, name))
    parts.push(new Uint8Array(values.buffer))
    header[name] = { dtype: 'F16', shape, data_offsets: [at, (at += values.byteLength)] }
  }
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  const bytes = Buffer.concat([length, json, ...parts])
  const config = {
    model_type: 'bert',
    hidden_act: 'gelu',
    hidden_size: hidden,
    num_attention_heads: 2,
    num_hidden_layers: 1,
    layer_norm_eps: 1e-12,
  }
  await mkdir(folder, { recursive: true })
  const [weightsFile, configFile] = [join(folder, 'model.safetensors'), join(folder, 'config.json')]
  const smoothingFile = join(folder, 'smoothing.json')
  const int8 = { folder: join(folder, 'released'), files: [{ path: 'model.onnx', sizeBytes: 1, sha256: '' }] }
  await writeFile(weightsFile, bytes)
  await writeFile(configFile, JSON.stringify(config))
  await writeFile(smoothingFile, JSON.stringify({ 'embeddings.LayerNorm': '01234567' }))
  const files = { weightsFile, configFile, smoothingFile, weightsSha256: sha256(bytes) }
  return { ...packagedMiniLm, ...files, int8, dimensions: hidden }
}
