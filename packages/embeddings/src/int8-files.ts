/** Names of the files of the int8 model in its folder. */
export const int8Files = { graph: 'model.onnx', weights: 'model.onnx_data', vocabulary: 'vocab.txt' } as const
