import { type CommandUnknownOpts } from '@commander-js/extra-typings'
import { writing } from './command-shape.ts'
import { choice, collected, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/dynamic.ts')

export function addDynamicCommands(agent: CommandUnknownOpts, run: Run): void {
  writing(agent, 'create', 'math_solver --parent architect --primer solver.md --task solve=equation.json')
    .argument('<child>', 'id of the new agent below its parent')
    .description('make an agent below another one, with some of what that may do; it stays')
    .option('--parent <id>', 'the agent that it is made below; in a run it is who runs')
    .requiredOption('--primer <file>', 'what it is told of itself: a file, or the text')
    .option('--task <name=schema>', 'a task; JSON Schema of its input, or {input, output}; a file or JSON', collected)
    .option('--capability <kind:name>', 'what it may do, such as tools:Read or reads:0-personal/notes', collected)
    .option('--limit <name=value>', 'depth, concurrency, runs, tokens, usd or expires', collected)
    .addOption(choice('--lifetime <run>', 'it goes when the run has ended', ['run']))
    .action((id, o) => run(o, commands(), (m, c) => m.agentCreate(c, { ...o, id })))

  writing(agent, 'spawn', '--from architect --task "Classify it" --map rows.jsonl --concurrency 4')
    .description('let copies of an agent work on a task, one for each row; they keep nothing')
    .option('--from <id>', 'the agent that is copied; in a run it is who runs')
    .requiredOption('--task <task>', 'what each shall do')
    .option('--input <json>', 'what it works on: JSON, or a file with it')
    .option('--map <file>', 'one copy for each line of this file of JSON lines (- for stdin)')
    .option('--output <schema>', 'JSON Schema of each answer: a file, or JSON')
    .option('--concurrency <n>', 'how many at once', wholeNumber, 4)
    .option('--runner <name>', 'a runner of settings.yaml')
    .option('--budget <tokens>', 'most tokens of the context', wholeNumber)
    .action((o) => run(o, commands(), (m, c) => m.agentSpawn(c, o)))

  writing(agent, 'promote', 'architect/math_solver')
    .argument('<agent>', 'a dynamic agent, as parent/child')
    .description('make a dynamic agent a normal one, after showing what it may do')
    .option('--id <id>', 'its id in the registry; that of the child if left out')
    .option('--yes', 'do not ask')
    .action((id, o) => run(o, commands(), (m, c) => m.agentPromote(c, { ...o, to: 'promote', agent: id })))

  writing(agent, 'demote', 'math_solver')
    .argument('<agent>', 'an agent that was promoted')
    .description('make it the dynamic agent again that it was')
    .option('--yes', 'do not ask')
    .action((id, o) => run(o, commands(), (m, c) => m.agentPromote(c, { ...o, to: 'demote', agent: id })))
}
