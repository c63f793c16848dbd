import type { Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import type { Run } from './run-command.ts'

export function addModelCommands(program: Command, run: Run): void {
  const model = group(program, 'model', 'list').description('models that notes and agents are found by')
  leaf(model, 'list')
    .description('list models: worth choosing, on this machine, in use')
    .action((o) => run(o, import('../commands/model.ts'), (m, c) => m.modelList(c)))
  writing(model, 'pull', 'Xenova/all-MiniLM-L6-v2')
    .argument('<name>', 'id of the hub, with weights as ONNX')
    .description('download a model after asking, or go on with it; its files are pinned by their hashes')
    .option('--yes', 'do not ask')
    .action((name, o) => run(o, import('../commands/model.ts'), (m, c) => m.modelPull(c, { ...o, name })))
  writing(model, 'use', 'default')
    .argument('<name>', '`default`, one that was pulled, or a folder, such as ./my-model; `none` for no reranker')
    .description('embed with a model, the former one answering until that is done, or rank notes by a reranker')
    .option('--yes', 'remove many notes that are gone from the index without asking')
    .action((name, o) => run(o, import('../commands/model.ts'), (m, c) => m.modelUse(c, { ...o, name })))
}
