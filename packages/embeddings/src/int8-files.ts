/** Names of the files of the int8 model in its folder. */
export const int8Files = {
  graph: 'model.onnx',
  /** For processors that don't add up products of 8 bits exactly. */
  unsignedGraph: 'model-unsigned.onnx',
  /** Shows which of both a processor needs. */
  probe: 'probe.onnx',
  weights: 'model.onnx_data',
  vocabulary: 'vocab.txt',
} as const
