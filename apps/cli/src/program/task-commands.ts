import type { Command } from '@commander-js/extra-typings'
import { oneText, writing } from './command-shape.ts'
import { collected, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

export function addTaskCommands(program: Command, run: Run): void {
  writing(program, 'route', '"* TODO Read up on data unions :AI:research:"')
    .argument('[task...]', 'what you want done, with or without tags such as :AI:research:')
    .description('choose the agent for a task: by its tags, commands, names and patterns, by meaning')
    .option('--tags <tags>', 'tags of the task in their order: ":AI:research:" or "AI,research"', collected)
    .option('--top <n>', 'how many candidates at the most', wholeNumber, 5)
    .option('--judge', 'let the model of the settings choose where the first two are close; without it if it is set')
    .option('--no-judge', 'ask no model')
    .option('--confirm <id>', 'remember that the task belongs to this agent')
    .option('--forget', 'take back what was confirmed for the task')
    .option('--queries <file>', 'one task a line (- for stdin); answers as JSON lines, in order')
    .action((task, o) => run(o, import('../commands/route.ts'), (m, c) => m.route(c, { ...o, task: oneText(task) })))
}
