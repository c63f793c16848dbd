export const int8Files = {
  graph: 'model.onnx',
  /** For processors that don't add up products of 8 bits exactly. */
  unsignedGraph: 'model-unsigned.onnx',
  /** Shows which of both a processor needs. */
  probe: 'probe.onnx',
  weights: 'model.onnx_data',
  vocabulary: 'vocab.txt',
} as const

/** A product of the largest codes and weights: processors without VNNI add it up in 16 bits, which is not enough. */
export const probe = { size: 16, code: 255, weight: 127 } as const

export function probeInput(): { readonly codes: Uint8Array; readonly shape: readonly [number, number] } {
  return { codes: new Uint8Array(2 * probe.size).fill(probe.code), shape: [2, probe.size] }
}

/** Whether a processor adds up the products of codes and weights without an overflow, by what the probe gave. */
export function isExact(sums: Float32Array): boolean {
  return sums.every((sum) => sum === probe.size * probe.code * probe.weight)
}
