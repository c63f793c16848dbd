import { bytesOf, GraphBuilder } from './graph-builder.ts'
import { type Graph, type GraphNode, elementType } from './onnx-messages.ts'

/**
 * The same graph with unsigned weights, which any processor multiplies exactly, but slower where it could do with signed
 * ones. It reads the same constants; the runtime adds 128 to them as it loads.
 */
export function withUnsignedWeights(graph: Graph): Graph {
  const added = new GraphBuilder()
  const offset = added.constant({ name: 'offset', type: 'int32', shape: [], data: bytesOf(Int32Array.of(128)) })
  const middle = added.constant({ name: 'middle', type: 'uint8', shape: [], data: Uint8Array.of(128) })
  const unsigned = (weights: string): string => {
    const wide = added.add('Cast', [weights], { name: `${weights}.wide`, attributes: { to: elementType.int32 } })
    const higher = added.add('Add', [wide, offset], { name: `${weights}.higher` })
    return added.add('Cast', [higher], { name: `${weights}.unsigned`, attributes: { to: elementType.uint8 } })
  }
  const nodes = graph.nodes.map((node): GraphNode => {
    if (node.operation !== 'MatMulIntegerToFloat') return node
    const [codes = '', weights = '', ...others] = node.inputs
    return { ...node, inputs: [codes, unsigned(weights), ...others, middle] }
  })
  return { ...graph, initializers: [...graph.initializers, ...added.initializers], nodes: [...added.nodes, ...nodes] }
}
