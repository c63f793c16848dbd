import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeMessage } from '../convert-weights.ts'
import { bytesOf, GraphBuilder } from '../graph-builder.ts'
import { onnxModel } from '../onnx-messages.ts'
import { tinyModel } from './tiny-model.ts'

/**
 * A cross-encoder in a folder, in transformers.js layout, which means nothing: the mean of what 30,522 random numbers say of
 * the tokens, those of the text with the other sign.
 *
 * @param labels - How many numbers it gives for a pair; a cross-encoder gives one.
 */
export async function tinyCrossEncoder(
  folder: string,
  { labels = 1 }: { readonly labels?: number } = {},
): Promise<string> {
  await tinyModel(folder)
  const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as Record<string, unknown>
  const architectures = ['BertForSequenceClassification']
  await writeFile(join(folder, 'config.json'), JSON.stringify({ ...config, architectures }))
  const tokenizer = JSON.parse(await readFile(join(folder, 'tokenizer_config.json'), 'utf8')) as object
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify({ ...tokenizer, model_max_length: 32 }))
  const graph = new GraphBuilder()
  const words = Float32Array.from({ length: 30_522 * labels }, (_, index) => 9 * Math.sin(index * index))
  const table = graph.constant({ name: 'words', type: 'float', shape: [30_522, labels], data: bytesOf(words) })
  const kinds = graph.constant({ name: 'kinds', type: 'float', shape: [2, 1], data: bytesOf(Float32Array.of(1, -1)) })
  const weighed = graph.add(
    'Mul',
    [
      graph.add('Gather', [table, 'input_ids'], { name: 'said', attributes: { axis: 0 } }),
      graph.add('Gather', [kinds, 'token_type_ids'], { name: 'kind', attributes: { axis: 0 } }),
    ],
    { name: 'weighed' },
  )
  graph.add('ReduceMean', [weighed], { name: 'logits', attributes: { axes: [1], keepdims: 0 } })
  const tokens = ['batch', 'sequence']
  const { model, data } = onnxModel(
    {
      name: 'cross-encoder',
      inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: 'int64', shape: tokens })),
      outputs: [{ name: 'logits', type: 'float', shape: ['batch', labels] }],
      initializers: graph.initializers,
      nodes: graph.nodes,
    },
    { dataFile: 'model.onnx_data' },
  )
  for (const [path, message] of [
    ['onnx/model.onnx', model],
    ['onnx/model.onnx_data', data],
  ] as const) {
    await rm(join(folder, path))
    await writeMessage(folder, { path, message })
  }
  return folder
}
