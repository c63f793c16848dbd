import { isRecord } from '@datacortex/platform'
import { embeddingsError } from './errors.ts'

/** A tensor of numbers; the values are unpacked when they are asked for. */
export type Tensor = { readonly shape: readonly number[]; readonly values: () => Float32Array<ArrayBuffer> }

export type Tensors = ReadonlyMap<string, Tensor>

/** The float tensors of a safetensors file, F16 and F32; https://huggingface.co/docs/safetensors */
export function readSafetensors(bytes: Uint8Array, options: { readonly file: string }): Tensors {
  const { file } = options
  const broken = (reason: string, cause?: unknown) =>
    embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason }, { cause })
  if (bytes.byteLength < 8) throw broken(`it has ${bytes.byteLength} bytes, less than a header`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const dataStart = 8 + Number(view.getBigUint64(0, true))
  if (dataStart > bytes.byteLength) throw broken('its header is cut off')
  const tensors = new Map<string, Tensor>()
  for (const [name, entry] of Object.entries(parseHeader(bytes.subarray(8, dataStart), broken))) {
    if (name === '__metadata__') continue
    if (!isEntry(entry)) throw broken(`tensor ${name} is not described as the format wants`)
    const { dtype, shape, data_offsets: offsets } = entry
    if (dtype !== 'F16' && dtype !== 'F32') continue
    const [start, end] = [dataStart + offsets[0], dataStart + offsets[1]]
    const count = shape.reduce((product, length) => product * length, 1)
    if (end > bytes.byteLength || end - start !== count * (dtype === 'F16' ? 2 : 4))
      throw broken(`tensor ${name} has no room for ${shape.join(' × ')} values`)
    tensors.set(name, { shape, values: () => unpack(new Uint8Array(bytes.subarray(start, end)).buffer, dtype) })
  }
  return tensors
}

type Entry = {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

function parseHeader(bytes: Uint8Array, broken: (reason: string, cause?: unknown) => Error) {
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw broken('its header is not JSON', cause)
  }
  if (!isRecord(header)) throw broken('its header is not an object')
  return header
}

function isEntry(entry: unknown): entry is Entry {
  const numbers = (list: unknown) =>
    Array.isArray(list) && list.every((item) => Number.isSafeInteger(item) && item >= 0)
  return isRecord(entry) && 'dtype' in entry && numbers(entry['shape']) && numbers(entry['data_offsets'])
}

function unpack(buffer: ArrayBuffer, dtype: 'F16' | 'F32'): Float32Array<ArrayBuffer> {
  return dtype === 'F32' ? new Float32Array(buffer) : new Float32Array(new Float16Array(buffer))
}
