/** Names of the model file in transformers.js layout. */
export const modelFileNames = { fp32: 'onnx/model.onnx', q8: 'onnx/model_quantized.onnx' } as const
