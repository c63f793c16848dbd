import { type BertConfig, type BertParts, layerNorm, tensor, vector } from './bert-graph.ts'
import { bytesOf, GraphBuilder } from './graph-builder.ts'
import { type Graph, elementType, runtimeDomain as domain, type GraphNode } from './onnx-messages.ts'
import type { Tensor } from './read-safetensors.ts'
import { byteWeights, matrixShape, quantizeRows, transpose } from './weight-encoding.ts'
import { probe } from './int8-files.ts'

export type Int8Parts = Omit<BertParts, 'weights'> & {
  readonly smoothing: Smoothing
  /** Length of the longest text. */
  readonly maxTokens: number
}

// Every token has a scale of its own, and texts of a batch have one length: a vector is the same in every batch.
/** The encoder of BERT with weights and activations of 8 bits, to unit vectors; arXiv 2206.01861. */
export function int8Graph(parts: Int8Parts): Graph {
  const graph = new GraphBuilder()
  const context: Context = { ...parts, graph, ...sharedConstants(graph, parts.config) }
  let hidden = embeddings(context)
  for (let layer = 0; layer < parts.config.layers; layer += 1) hidden = encoderLayer(context, { layer, hidden })
  meanOfTokens(context, hidden)
  return {
    name: 'bert-int8',
    inputs: [{ name: 'input_ids', type: 'int32', shape: ['batch', 'sequence'] }],
    outputs: [{ name: 'sentence', type: 'float', shape: ['batch', parts.config.hiddenSize] }],
    initializers: graph.initializers,
    nodes: graph.nodes,
  }
}

type Context = Int8Parts & { readonly graph: GraphBuilder } & ReturnType<typeof sharedConstants>

/** Between operations of attention a value is a list of texts, elsewhere one list of all tokens. */
function sharedConstants(graph: GraphBuilder, { hiddenSize }: BertConfig) {
  const tokens = graph.add('Shape', ['input_ids'], { name: 'tokens.shape' })
  const byText = (name: string, width: number) =>
    graph.add('Concat', [tokens, graph.integers(`${name}.width`, [width])], { name, attributes: { axis: 0 } })
  return {
    shapes: { hidden: byText('shape.hidden', hiddenSize), projected: byText('shape.projected', 3 * hiddenSize) },
    flat: graph.integers('shape.flat', [-1, hiddenSize]),
    one: graph.scalar('one', 1),
    least: graph.scalar('least', 1e-30),
    normal: range(graph, { name: 'normal', zero: 128 }),
    gelu: range(graph, { name: 'gelu', zero: 16 }),
    lastAxis: graph.integers('axis.1', [1]),
    normAxis: 1,
  }
}

/** The code that stands for zero, and the steps from it to the largest number, and to the least, as their inverses. */
function range(graph: GraphBuilder, { name, zero }: { readonly name: string; readonly zero: number }) {
  const data = Uint8Array.of(zero)
  return {
    zero: graph.constant({ name: `${name}.zero`, type: 'uint8', shape: [], data }),
    zeros: graph.constant({ name: `${name}.zeros`, type: 'uint8', shape: [1], data }),
    above: graph.scalar(`${name}.above`, 1 / (255 - zero)),
    below: graph.scalar(`${name}.below`, -1 / zero),
  }
}

function embeddings(context: Context): string {
  const { graph, maxTokens, config } = context
  const table = 'embeddings.word_embeddings.weight'
  const words = byteWeights.lookup(graph, { name: table, tensor: tensor(context, table), indices: 'input_ids' })
  const positions = tensor(context, 'embeddings.position_embeddings.weight').values()
  const type = tensor(context, 'embeddings.token_type_embeddings.weight').values()
  // All tokens are of the first type.
  const places = positions.slice(0, maxTokens * config.hiddenSize)
  places.forEach((value, index) => {
    places[index] = value + (type[index % config.hiddenSize] ?? 0)
  })
  const shape = [maxTokens, config.hiddenSize]
  const all = graph.constant({ name: 'positions', type: 'float', shape, data: bytesOf(places) })
  const length = graph.add('Shape', ['input_ids'], { name: 'tokens.length', attributes: { start: 1, end: 2 } })
  const slice = [all, graph.integers('slice.start', [0]), length, graph.integers('axis.0', [0])]
  const used = graph.add('Slice', slice, { name: 'positions.used' })
  const sum = graph.add('Add', [words, used], { name: 'embeddings.sum' })
  const flat = graph.add('Reshape', [sum, context.flat], { name: 'embeddings.flat' })
  return layerNorm(context, { name: 'embeddings.LayerNorm', input: flat })
}

function encoderLayer(context: Context, { layer, hidden }: { layer: number; hidden: string }): string {
  const { graph } = context
  const prefix = `encoder.layer.${layer}`
  const attended = attention(context, { prefix: `${prefix}.attention.self`, hidden })
  const output = biased(context, { name: `${prefix}.attention.output.dense`, input: attended })
  const residual = graph.add('Add', [output, hidden], { name: `${prefix}.attention.residual` })
  const normed = layerNorm(context, { name: `${prefix}.attention.output.LayerNorm`, input: residual })
  const wideName = `${prefix}.intermediate.dense`
  const wide = product(context, { name: wideName, input: normed, weights: [`${wideName}.weight`] })
  const active = graph.add('BiasGelu', [wide, vector(context, `${wideName}.bias`)], { name: `${prefix}.gelu`, domain })
  // GELU is never below -0.17: half of the codes would stand for nothing.
  const narrow = biased(context, { name: `${prefix}.output.dense`, input: active, codes: context.gelu })
  const sum = graph.add('Add', [narrow, normed], { name: `${prefix}.output.residual` })
  return layerNorm(context, { name: `${prefix}.output.LayerNorm`, input: sum })
}

function attention(context: Context, { prefix, hidden }: { prefix: string; hidden: string }): string {
  const { graph, shapes, flat, config } = context
  const parts = ['query', 'key', 'value'].map((part) => `${prefix}.${part}`)
  const weights = parts.map((part) => `${part}.weight`)
  const projected = product(context, { name: prefix, input: hidden, weights })
  const byText = graph.add('Reshape', [projected, shapes.projected], { name: `${prefix}.projected` })
  graph.nodes.push({ operation: 'Split', inputs: [byText], outputs: parts, attributes: { axis: 2 } })
  const biases = joined(parts.map((part) => tensor(context, `${part}.bias`).values()))
  const bias = { name: `${prefix}.bias`, type: 'float', shape: [biases.length], data: bytesOf(biases) } as const
  const options = { name: `${prefix}.mixed`, attributes: { num_heads: config.heads }, domain } as const
  const mixed = graph.add('MultiHeadAttention', [...parts, graph.constant(bias)], options)
  return graph.add('Reshape', [mixed, flat], { name: `${prefix}.joined` })
}

function biased(context: Context, options: Omit<Product, 'weights'>): string {
  const { name } = options
  const sums = product(context, { ...options, weights: [`${name}.weight`] })
  return context.graph.add('Add', [sums, vector(context, `${name}.bias`)], { name })
}

type Product = {
  readonly name: string
  readonly input: string
  readonly weights: readonly string[]
  /** How the input is rounded; `normal` if absent. */
  readonly codes?: Context['normal']
}

/** Tokens times one or more matrices [out, in] beside each other. */
function product(context: Context, { name, input, weights, codes = context.normal }: Product): string {
  const { graph, one, least, lastAxis, smoothing } = context
  const tensors = weights.map((weight) => tensor(context, weight))
  const columns = matrixShape(tensors[0] as Tensor)[1]
  const matrix = joined(tensors.map(({ values }) => values()))
  const rows = matrix.length / columns
  const factors = smoothing[input]
  const smoothed = factors === undefined ? input : dividedBy(context, { name, input, factors })
  const scaled = matrix.map((value, index) => value * (factors?.[index % columns] ?? 1))
  const { bytes, scales } = quantizeRows(scaled, { rows, columns })
  const data = bytesOf(transpose(bytes, { rows, columns }))
  const right = graph.constant({ name: `${name}.int8`, type: 'int8', shape: [columns, rows], data })
  const scale = graph.constant({ name: `${name}.scale`, type: 'float', shape: [rows], data: bytesOf(scales) })
  const reduce = { axes: [1], keepdims: 0 }
  const high = graph.add('ReduceMax', [smoothed], { name: `${name}.high`, attributes: reduce })
  const low = graph.add('ReduceMin', [smoothed], { name: `${name}.low`, attributes: reduce })
  const above = graph.add('Mul', [high, codes.above], { name: `${name}.above` })
  const below = graph.add('Mul', [low, codes.below], { name: `${name}.below` })
  // A token of zeros has a scale too: nothing can be divided by zero.
  const steps = graph.add('Max', [above, below, least], { name: `${name}.steps` })
  const count = graph.add('Shape', [steps], { name: `${name}.count` })
  const offsets = graph.add('Expand', [codes.zeros, count], { name: `${name}.offsets` })
  const rounding = { name: `${name}.rounded`, attributes: { axis: 0 } }
  const rounded = graph.add('QuantizeLinear', [smoothed, steps, offsets], rounding)
  const sums = { name: `${name}.sums`, domain } as const
  const multiplied = graph.add('MatMulIntegerToFloat', [rounded, right, one, scale, codes.zero], sums)
  const column = graph.add('Unsqueeze', [steps, lastAxis], { name: `${name}.column` })
  return graph.add('Mul', [multiplied, column], { name: `${name}.product` })
}

type Division = { readonly name: string; readonly input: string; readonly factors: Float32Array }

function dividedBy({ graph }: Context, { name, input, factors }: Division): string {
  const data = bytesOf(factors.map((factor) => 1 / factor))
  const shares = graph.constant({ name: `${name}.shares`, type: 'float', shape: [factors.length], data })
  return graph.add('Mul', [input, shares], { name: `${name}.smoothed` })
}

/** By a product with ones: a plain sum is rounded otherwise in a batch of one. */
function meanOfTokens({ graph, shapes, lastAxis }: Context, hidden: string): void {
  const byText = graph.add('Reshape', [hidden, shapes.hidden], { name: 'hidden' })
  const every = graph.add('Equal', ['input_ids', 'input_ids'], { name: 'tokens.every' })
  const row = graph.add('Unsqueeze', [every, lastAxis], { name: 'tokens.row' })
  const ones = graph.add('Cast', [row], { name: 'tokens.ones', attributes: { to: elementType.float } })
  const sums = graph.add('MatMul', [ones, byText], { name: 'sums' })
  const flat = graph.add('Squeeze', [sums, lastAxis], { name: 'sum' })
  graph.add('LpNormalization', [flat], { name: 'sentence', attributes: { axis: 1, p: 2 } })
}

function joined(arrays: readonly Float32Array[]): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.concat(arrays.map(bytesOf))).buffer)
}

/** The graph with unsigned weights, which any processor multiplies exactly; the runtime adds 128 to the constants. */
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

/** Factors that move large channels from activations into weights, by layer normalisation; arXiv 2211.10438. */
export type Smoothing = Readonly<Record<string, Float32Array>>

/** Reads a table of smoothing, which `measure-smoothing.ts` makes. */
export function parseSmoothing(text: string): Smoothing {
  const table = JSON.parse(text) as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.entries(table).map(([name, digits]) => [
      name,
      Float32Array.from(digits, (digit) => factorOf(Number(digit))),
    ]),
  )
}

/** Of whole powers only, so that it is the same number on every machine. */
function factorOf(halves: number): number {
  return 2 ** Math.floor(halves / 2) * (halves % 2 === 0 ? 1 : Math.SQRT2)
}
