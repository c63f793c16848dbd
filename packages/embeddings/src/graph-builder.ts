import type { Attribute, GraphNode, Initializer } from './onnx-messages.ts'

export class GraphBuilder {
  readonly nodes: GraphNode[] = []
  readonly initializers: Initializer[] = []

  /** Adds an operation and returns the name of its output. */
  add(operation: string, inputs: readonly string[], { name, ...options }: NodeOptions): string {
    this.nodes.push({ operation, inputs, outputs: [name], ...options })
    return name
  }

  constant(initializer: Initializer): string {
    this.initializers.push(initializer)
    return initializer.name
  }

  /** Adds a float without dimensions. */
  scalar(name: string, value: number): string {
    return this.constant({ name, type: 'float', shape: [], data: bytesOf(Float32Array.of(value)) })
  }

  integers(name: string, values: readonly number[]): string {
    const data = bytesOf(BigInt64Array.from(values, BigInt))
    return this.constant({ name, type: 'int64', shape: [values.length], data })
  }
}

/** Name of a node's output, unique in the graph, and the operation's attributes. */
export type NodeOptions = {
  readonly name: string
  readonly attributes?: Readonly<Record<string, Attribute>> | undefined
  readonly domain?: GraphNode['domain']
}

/** The bytes of a typed array; ONNX wants little-endian, which every platform of Node is. */
export function bytesOf(array: Float32Array | BigInt64Array | Int32Array | Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
