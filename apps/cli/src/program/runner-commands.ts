import { type Command, Argument } from '@commander-js/extra-typings'
import { readyNames } from '@datacortex/space/words'
import { group, leaf, writing } from './command-shape.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/runner.ts')

export function addRunnerCommands(program: Command, run: Run): void {
  const runner = group(program, 'runner', 'add claude-code').description('programs and models that run agents')
  writing(runner, 'add', 'openai-compatible --model qwen3')
    .addArgument(new Argument('<program>', 'which one, or a server of your own').choices(readyNames))
    .description('write a runner for a known program into the settings of this machine, after showing it')
    .option('--as <name>', 'its name; that of the program if left out')
    .option('--model <name>', 'the model; a server needs one')
    .option('--url <url>', 'of a server (http://127.0.0.1:11434/v1 if not given)')
    .option('--key <name>', 'name of the secret that a server wants, in .datacore/env or the environment')
    .option('--default', 'agents that name no runner get it')
    .option('--yes', 'do not ask')
    .action((which, o) => run(o, commands(), (m, c) => m.runnerAdd(c, { ...o, program: which })))
  leaf(runner, 'list')
    .description('list the runners of the settings')
    .action((o) => run(o, commands(), (m, c) => m.runnerList(c)))
  leaf(runner, 'test', 'claude-code')
    .argument('<name>', 'a runner of the settings')
    .description('have a runner answer one word, and say what is missing if it does not; may cost money')
    .action((name, o) => run(o, commands(), (m, c) => m.runnerTest(c, { name })))
}
