import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { parseBertConfig, bertGraph, tensor } from './bert-graph.ts'
import { vocabularyOf, writeMessage } from './convert-weights.ts'
import { onnxModel } from './onnx-messages.ts'
import { packagedMiniLm } from './packaged-weights.ts'
import { readSafetensors } from './read-safetensors.ts'
import { floatWeights } from './weight-encoding.ts'
import { wordPiece } from './word-piece.ts'

// Run by hand as `node packages/embeddings/dist/measure-smoothing.js`, after which the model's hashes have to be pinned
// again: writes smoothing.json by what the exact model does with paragraphs of this repository.

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const sampleSize = 150

const { weightsFile: file, configFile, tokenizerFile, smoothingFile, maxTokens } = packagedMiniLm
const tensors = readSafetensors(await readFile(file), { file })
const config = parseBertConfig(await readFile(configFile, 'utf8'), { file: configFile })
const graph = bertGraph({ config, tensors, weights: floatWeights, file })

/** What reads from a layer normalisation, by its name. */
const readers = new Map<string, readonly string[]>(
  Array.from({ length: config.layers }, (_, layer) => layer).flatMap((layer) => [
    [
      layer === 0 ? 'embeddings.LayerNorm' : `encoder.layer.${layer - 1}.output.LayerNorm`,
      ['query', 'key', 'value'].map((part) => `encoder.layer.${layer}.attention.self.${part}.weight`),
    ],
    [`encoder.layer.${layer}.attention.output.LayerNorm`, [`encoder.layer.${layer}.intermediate.dense.weight`]],
  ]),
)
const names = [...readers.keys()]

const folder = await mkdtemp(join(tmpdir(), 'datacortex-smoothing-'))
try {
  const shape = ['batch', 'sequence', config.hiddenSize]
  const outputs = names.map((name) => ({ name, type: 'float', shape }) as const)
  const { model, data } = onnxModel({ ...graph, outputs }, { dataFile: 'model.onnx_data' })
  await writeMessage(folder, { path: 'model.onnx', message: model })
  await writeMessage(folder, { path: 'model.onnx_data', message: data })
  const largest = await largestActivations(await InferenceSession.create(join(folder, 'model.onnx')))
  const table = Object.fromEntries([...largest].map(([name, values]) => [name, digitsOf(name, values)]))
  await writeFile(smoothingFile, `${JSON.stringify(table, undefined, 2)}\n`)
} finally {
  await rm(folder, { recursive: true })
}

/** Of each channel, over some paragraphs from all over the documents. */
async function largestActivations(session: InferenceSession): Promise<ReadonlyMap<string, Float32Array>> {
  const { tokens } = wordPiece(vocabularyOf(await readFile(tokenizerFile, 'utf8')), maxTokens)
  const files = globSync(['README.md', '{packages,plugins}/*/README.md', '.github/decisions/*.md'], { cwd: repository })
  const documents = await Promise.all(
    files.toSorted().map(async (path) => await readFile(join(repository, path), 'utf8')),
  )
  const paragraphs = documents.flatMap((text) => text.split(/\n\s*\n/)).filter(({ length }) => length > 40)
  const largest = new Map(names.map((name) => [name, new Float32Array(config.hiddenSize)]))
  for (let place = 0; place < sampleSize; place += 1) {
    const ids = tokens(paragraphs[Math.floor(((place + 0.5) * paragraphs.length) / sampleSize)] ?? '')
    const input = (fill: (id: number) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from(ids, (id) => BigInt(fill(id))),
        [1, ids.length],
      )
    const outputs = await session.run({
      input_ids: input((id) => id),
      attention_mask: input(() => 1),
      token_type_ids: input(() => 0),
    })
    for (const [name, values] of largest) keepLargest(values, outputs[name]?.data as Float32Array)
  }
  return largest
}

function keepLargest(largest: Float32Array, values: Float32Array): void {
  for (const [index, value] of values.entries()) {
    const channel = index % largest.length
    largest[channel] = Math.max(largest[channel] ?? 0, Math.abs(value))
  }
}

/** Half of the way, as powers, from what is largest in the weights of a channel to what is largest in its activations. */
function digitsOf(name: string, largest: Float32Array): string {
  const weights = new Float32Array(largest.length)
  for (const reader of readers.get(name) ?? []) keepLargest(weights, tensor({ tensors, file }, reader).values())
  return Array.from(largest, (value, channel) => {
    const halves = Math.round(Math.log2(value / (weights[channel] ?? 1)))
    return String(Math.max(0, Math.min(9, halves)))
  }).join('')
}
