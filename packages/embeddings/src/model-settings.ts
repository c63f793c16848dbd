/** Numbers of a model: `int8` for weights and sums, `fp32` for both, or `q8` for weights alone. */
export type ModelType = 'int8' | 'fp32' | 'q8'

export type ModelSettings = {
  /** `default`, the path of a folder in transformers.js layout, or a hub id; `default` if absent. */
  readonly model?: string | undefined
  /** `int8`: fast and small, the packaged default. `fp32`: exact, the default of others. `q8`: small on disk. */
  readonly dtype?: ModelType | undefined
  /** A model in a folder that was used before: its vectors answer until those of `model` are there. */
  readonly former?: string | undefined
  /** A cross-encoder, named as `model` is, that ranks what was found first anew; none if absent, or `none`. */
  readonly reranker?: string | undefined
}

export const modelFileNames = { fp32: 'onnx/model.onnx', q8: 'onnx/model_quantized.onnx' } as const
