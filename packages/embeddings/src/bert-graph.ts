import { embeddingsError } from './errors.ts'
import { bytesOf, GraphBuilder } from './graph-builder.ts'
import type { Graph } from './onnx-messages.ts'
import type { Tensor, Tensors } from './read-safetensors.ts'
import type { WeightEncoding } from './weight-encoding.ts'

export type BertParts = {
  readonly config: BertConfig
  readonly tensors: Tensors
  readonly weights: WeightEncoding
  /** Where the tensors come from, for errors. */
  readonly file: string
}

/** The encoder of BERT without its pooler, as an ONNX graph; arXiv 1810.04805 and 1706.03762 §3. */
export function bertGraph(parts: BertParts): Graph {
  const graph = new GraphBuilder()
  const context: Context = { ...parts, graph, ...sharedConstants(graph, parts.config) }
  let hidden = embeddings(context)
  for (let layer = 0; layer < parts.config.layers; layer += 1) hidden = encoderLayer(context, { layer, hidden })
  graph.add('Identity', [hidden], { name: 'last_hidden_state' })
  const tokens = ['batch', 'sequence']
  return {
    name: 'bert',
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: 'int64', shape: tokens })),
    outputs: [{ name: 'last_hidden_state', type: 'float', shape: [...tokens, parts.config.hiddenSize] }],
    initializers: graph.initializers,
    nodes: graph.nodes,
  }
}

type Context = BertParts & { readonly graph: GraphBuilder } & ReturnType<typeof sharedConstants>

function sharedConstants(graph: GraphBuilder, { hiddenSize, heads }: BertConfig) {
  return {
    splitHeads: graph.integers('shape.heads', [0, 0, heads, hiddenSize / heads]),
    joinHeads: graph.integers('shape.hidden', [0, 0, hiddenSize]),
    scale: graph.scalar('attention.scale', Math.sqrt(hiddenSize / heads)),
    one: graph.scalar('one', 1),
    half: graph.scalar('half', 0.5),
    rootOfTwo: graph.scalar('root_of_two', Math.SQRT2),
    mask: additiveMask(graph),
    normAxis: 2,
  }
}

/** 0 where there is a token, the lowest float where there is padding: softmax gives padding weight 0. */
function additiveMask(graph: GraphBuilder): string {
  const floats = graph.add('Cast', ['attention_mask'], { name: 'mask.float', attributes: { to: 1 } })
  const inverted = graph.add('Sub', ['one', floats], { name: 'mask.inverted' })
  const scaled = graph.add('Mul', [inverted, graph.scalar('mask.lowest', -3.4028235e38)], { name: 'mask.scaled' })
  return graph.add('Unsqueeze', [scaled, graph.integers('mask.axes', [1, 2])], { name: 'mask' })
}

function embeddings(context: Context): string {
  const { graph, weights } = context
  const table = (kind: string) => `embeddings.${kind}_embeddings.weight`
  const lookup = (kind: string, indices: string) =>
    weights.lookup(graph, { name: table(kind), tensor: tensor(context, table(kind)), indices })
  const words = lookup('word', 'input_ids')
  const types = lookup('token_type', 'token_type_ids')
  const positions = vector(context, table('position'))
  const shape = graph.add('Shape', ['input_ids'], { name: 'tokens.shape', attributes: { start: 1, end: 2 } })
  const slice = [positions, graph.integers('zero', [0]), shape, graph.integers('axis.0', [0])]
  const used = graph.add('Slice', slice, { name: 'positions.used' })
  const typed = graph.add('Add', [words, types], { name: 'embeddings.typed' })
  const sum = graph.add('Add', [typed, used], { name: 'embeddings.sum' })
  return layerNorm(context, { name: 'embeddings.LayerNorm', input: sum })
}

function encoderLayer(context: Context, { layer, hidden }: { layer: number; hidden: string }): string {
  const { graph, rootOfTwo, one, half } = context
  const prefix = `encoder.layer.${layer}`
  const attended = attention(context, { prefix: `${prefix}.attention.self`, hidden })
  const output = linear(context, { name: `${prefix}.attention.output.dense`, input: attended })
  const residual = graph.add('Add', [output, hidden], { name: `${prefix}.attention.residual` })
  const normed = layerNorm(context, { name: `${prefix}.attention.output.LayerNorm`, input: residual })
  const wide = linear(context, { name: `${prefix}.intermediate.dense`, input: normed })
  const scaled = graph.add('Div', [wide, rootOfTwo], { name: `${prefix}.gelu.scaled` })
  const erf = graph.add('Erf', [scaled], { name: `${prefix}.gelu.erf` })
  const gate = graph.add('Add', [erf, one], { name: `${prefix}.gelu.gate` })
  const gated = graph.add('Mul', [wide, gate], { name: `${prefix}.gelu.gated` })
  const active = graph.add('Mul', [gated, half], { name: `${prefix}.gelu` })
  const narrow = linear(context, { name: `${prefix}.output.dense`, input: active })
  const sum = graph.add('Add', [narrow, normed], { name: `${prefix}.output.residual` })
  return layerNorm(context, { name: `${prefix}.output.LayerNorm`, input: sum })
}

function attention(context: Context, { prefix, hidden }: { prefix: string; hidden: string }): string {
  const { graph, splitHeads, joinHeads, scale, mask } = context
  const heads = (part: string, order: readonly number[]) => {
    const projected = linear(context, { name: `${prefix}.${part}`, input: hidden })
    const split = graph.add('Reshape', [projected, splitHeads], { name: `${prefix}.${part}.split` })
    return graph.add('Transpose', [split], { name: `${prefix}.${part}.heads`, attributes: { perm: order } })
  }
  const query = heads('query', [0, 2, 1, 3])
  const key = heads('key', [0, 2, 3, 1])
  const value = heads('value', [0, 2, 1, 3])
  const products = graph.add('MatMul', [query, key], { name: `${prefix}.products` })
  const scaled = graph.add('Div', [products, scale], { name: `${prefix}.scaled` })
  const masked = graph.add('Add', [scaled, mask], { name: `${prefix}.masked` })
  const shares = graph.add('Softmax', [masked], { name: `${prefix}.shares`, attributes: { axis: 3 } })
  const mixed = graph.add('MatMul', [shares, value], { name: `${prefix}.mixed` })
  const back = graph.add('Transpose', [mixed], { name: `${prefix}.back`, attributes: { perm: [0, 2, 1, 3] } })
  return graph.add('Reshape', [back, joinHeads], { name: `${prefix}.joined` })
}

function linear(context: Context, { name, input }: { name: string; input: string }): string {
  const { graph, weights } = context
  const matrix = weights.matrix(graph, { name: `${name}.weight`, tensor: tensor(context, `${name}.weight`) })
  const product = graph.add('MatMul', [input, matrix], { name: `${name}.product` })
  return graph.add('Add', [product, vector(context, `${name}.bias`)], { name })
}

export function layerNorm(
  context: Building & { readonly config: BertConfig; readonly normAxis: number },
  { name, input }: { name: string; input: string },
): string {
  const inputs = [input, vector(context, `${name}.weight`), vector(context, `${name}.bias`)]
  const attributes = { axis: context.normAxis, epsilon: { float: context.config.epsilon } }
  return context.graph.add('LayerNormalization', inputs, { name, attributes })
}

type Building = Named & { readonly graph: GraphBuilder }

export function vector(parts: Building, name: string): string {
  const { shape, values } = tensor(parts, name)
  return parts.graph.constant({ name, type: 'float', shape, data: bytesOf(values()) })
}

type Named = Pick<BertParts, 'tensors' | 'file'>

export function tensor({ tensors, file }: Named, name: string): Tensor {
  const found = tensors.get(name)
  if (found === undefined)
    throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: `tensor ${name} is missing` })
  return found
}

export type BertConfig = {
  readonly hiddenSize: number
  readonly heads: number
  readonly layers: number
  readonly epsilon: number
}

export function parseBertConfig(text: string, options: { readonly file: string }): BertConfig {
  const { file } = options
  const data = parseObject(text, file)
  const number = (key: string): number => {
    const value = data[key]
    if (typeof value !== 'number')
      throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: `${key} is ${JSON.stringify(value)}` })
    return value
  }
  if (data['model_type'] !== 'bert' || data['hidden_act'] !== 'gelu')
    throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: 'it describes no BERT model with GELU' })
  return {
    hiddenSize: number('hidden_size'),
    heads: number('num_attention_heads'),
    layers: number('num_hidden_layers'),
    epsilon: number('layer_norm_eps'),
  }
}

function parseObject(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw embeddingsError('EMBEDDINGS_WEIGHTS_BROKEN', { file, reason: 'it is not JSON' }, { cause })
  }
}
