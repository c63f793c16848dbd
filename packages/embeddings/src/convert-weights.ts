import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openToWrite, sha256, systemErrorReason } from '@datacortex/platform'
import { parseBertConfig, bertGraph } from './bert-graph.ts'
import { embeddingsError } from './errors.ts'
import { int8Files } from './int8-files.ts'
import { int8Graph, probeGraph, parseSmoothing, withUnsignedWeights } from './int8-graph.ts'
import { modelFileNames, type ModelType } from './model-settings.ts'
import type { ModelFile } from './model-manifest.ts'
import { type Graph, onnxModel } from './onnx-messages.ts'
import type { PackagedWeights } from './packaged-weights.ts'
import { byteLength, type Message } from './protobuf-writer.ts'
import { readSafetensors } from './read-safetensors.ts'
import { byteWeights, floatWeights } from './weight-encoding.ts'

export type ConvertOptions = {
  /** An existing empty folder. */
  readonly folder: string
  readonly dtype: ModelType
  /** Bytes of the model file written so far, and all. */
  readonly onBytes?: ((done: number, total: number) => void) | undefined
}

/** Writes packaged weights as an ONNX model, always the same bytes. Throws `EMBEDDINGS_WEIGHTS_BROKEN`. */
export async function convertWeights(weights: PackagedWeights, options: ConvertOptions): Promise<readonly ModelFile[]> {
  const { folder, dtype, onBytes } = options
  const file = weights.weightsFile
  const bytes = await readInput(file)
  const actual = sha256(bytes)
  const reason = `its SHA-256 is ${actual}, expected ${weights.weightsSha256}`
  if (actual !== weights.weightsSha256) throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason })
  const configText = await readInput(weights.configFile)
  const config = parseBertConfig(configText.toString(), { file: weights.configFile })
  const parts = { config, tensors: readSafetensors(bytes, { file }), file }
  const tokenizer = await readInput(weights.tokenizerFile)
  if (dtype === 'int8') {
    const smoothing = parseSmoothing((await readInput(weights.smoothingFile)).toString())
    const graph = int8Graph({ ...parts, smoothing, maxTokens: weights.maxTokens })
    const vocabulary = Buffer.from(vocabularyOf(tokenizer.toString()))
    const write = async (path: string, written: Graph): Promise<ModelFile> =>
      await writeMessage(folder, { path, message: onnxModel(written, { dataFile: int8Files.weights }).model })
    const { data } = onnxModel(graph, { dataFile: int8Files.weights })
    return [
      await write(int8Files.graph, graph),
      await write(int8Files.unsignedGraph, withUnsignedWeights(graph)),
      await write(int8Files.probe, probeGraph()),
      await writeMessage(folder, { path: int8Files.weights, message: data, onBytes }),
      await writeMessage(folder, { path: int8Files.vocabulary, message: [vocabulary] }),
    ]
  }
  const graph = bertGraph({ ...parts, weights: dtype === 'fp32' ? floatWeights : byteWeights })
  const path = modelFileNames[dtype]
  const { model, data } = onnxModel(graph, { dataFile: `${basename(path)}_data` })
  return [
    await writeMessage(folder, { path: 'config.json', message: [configText] }),
    await writeMessage(folder, { path: 'tokenizer.json', message: [tokenizer] }),
    await writeMessage(folder, { path: 'tokenizer_config.json', message: [tokenizerConfig(weights)] }),
    await writeMessage(folder, { path, message: model }),
    await writeMessage(folder, { path: `${path}_data`, message: data, onBytes }),
  ]
}

/** The tokens of a `tokenizer.json` in the order of their numbers, one a line. */
export function vocabularyOf(tokenizer: string): string {
  const { model } = JSON.parse(tokenizer) as { readonly model: { readonly vocab: Readonly<Record<string, number>> } }
  return Object.entries(model.vocab)
    .toSorted(([, one], [, other]) => one - other)
    .map(([token]) => token)
    .join('\n')
}

async function readInput(file: string): Promise<Buffer> {
  return await readFile(file).catch((cause: unknown) => {
    throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: systemErrorReason(cause) }, { cause })
  })
}

// The package has none: these are the values of the model's own tokenizer_config.json, with the length it was trained to.
function tokenizerConfig({ maxTokens }: PackagedWeights): Uint8Array {
  const config = {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: maxTokens,
    unk_token: '[UNK]',
    sep_token: '[SEP]',
    pad_token: '[PAD]',
    cls_token: '[CLS]',
    mask_token: '[MASK]',
    tokenize_chinese_chars: true,
    strip_accents: null,
  }
  return Buffer.from(`${JSON.stringify(config, undefined, 2)}\n`)
}

type Output = { readonly path: string; readonly message: Message; readonly onBytes?: ConvertOptions['onBytes'] }

export async function writeMessage(folder: string, { path, message, onBytes }: Output): Promise<ModelFile> {
  const target = join(folder, path)
  const total = byteLength(message)
  const hash = createHash('sha256')
  {
    await using handle = await openToWrite(target, 'new')
    let done = 0
    for (const chunk of chunks(message)) {
      hash.update(chunk)
      await handle.writeFile(chunk)
      done += chunk.byteLength
      onBytes?.(done, total)
    }
    await handle.sync()
  }
  const { mtimeMs } = await stat(target)
  return { path, sizeBytes: total, mtimeMs, sha256: hash.digest('hex') }
}

/** Joins small parts: thousands of writes of a few bytes would take longer than the weights. */
function* chunks(message: Message): Generator<Uint8Array> {
  let small: Uint8Array[] = []
  for (const part of message) {
    if (part.byteLength < 65_536) {
      small.push('read' in part ? part.read() : part)
    } else {
      yield Buffer.concat(small)
      small = []
      yield 'read' in part ? part.read() : part
    }
  }
  yield Buffer.concat(small)
}
