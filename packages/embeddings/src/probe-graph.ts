import { bytesOf, GraphBuilder } from './graph-builder.ts'
import { type Graph, runtimeDomain as domain } from './onnx-messages.ts'
import { probe } from './probe.ts'

/** The graph of the {@link probe}. */
export function probeGraph(): Graph {
  const graph = new GraphBuilder()
  const { size, weight } = probe
  const codes = Int8Array.from({ length: size * size }, () => weight)
  const weights = { name: 'weights', type: 'int8', shape: [size, size], data: bytesOf(codes) } as const
  const one = graph.scalar('one', 1)
  graph.add('MatMulIntegerToFloat', ['codes', graph.constant(weights), one, one], { name: 'sums', domain })
  return {
    name: 'probe',
    inputs: [{ name: 'codes', type: 'uint8', shape: [2, size] }],
    outputs: [{ name: 'sums', type: 'float', shape: [2, size] }],
    initializers: graph.initializers,
    nodes: graph.nodes,
  }
}
