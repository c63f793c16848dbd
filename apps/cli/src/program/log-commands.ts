import { type Command, Argument } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { collected, points, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

export function addLogCommands(program: Command, run: Run): void {
  const log = group(program, 'log', 'list --agent note-gardener').description('what agents did')

  leaf(log, 'list', '--since 7d')
    .description('list executions, the newest first')
    .option('--agent <id>', 'only of this agent')
    .option('--since <date>', 'only since then: 2026-01-31, 2026-01-31T12:00, or 7d, 12h, 30m')
    .option('--limit <n>', 'how many at the most', wholeNumber, 20)
    .action((o) => run(o, import('../commands/log.ts'), (m, c) => m.logList(c, o)))

  leaf(log, 'costs', '--since 90d')
    .description('show what runs cost, by month and source')
    .option('--since <date>', 'only since then: 2026-01-31, 2026-01-31T12:00, or 7d, 12h, 30m')
    .action((o) => run(o, import('../commands/log.ts'), (m, c) => m.logCosts(c, o)))

  leaf(log, 'show', 'exec-2026-01-31-k3v9q2')
    .argument('<execution>', 'id of an execution')
    .description('show one execution: outcome, checks, what was said of it, what it learned')
    .action((id, o) => run(o, import('../commands/log.ts'), (m, c) => m.logShow(c, { id })))

  writing(program, 'evaluate', 'EXEC --by critic --completion 95 --quality 88 --efficiency 72')
    .argument('<execution>', 'id of an execution')
    .description('record what an agent or a person says of an execution, 0–100 each')
    .requiredOption('--by <agent>', 'the agent that evaluates, or `user`')
    .requiredOption('--completion <n>', 'whether the task was completed', points)
    .requiredOption('--quality <n>', 'how good the outputs are', points)
    .requiredOption('--efficiency <n>', 'how little it took', points)
    .option('--tags <tags>', 'comma-separated', collected)
    .option('--notes <text>', 'why')
    .action((id, o) => run(o, import('../commands/verdicts.ts'), (m, c) => m.evaluateRun(c, { ...o, id })))

  writing(program, 'feedback', 'EXEC positive')
    .argument('<execution>', 'id of an execution')
    .addArgument(new Argument('<verdict>', 'yours').choices(['positive', 'negative', 'revised'] as const))
    .description('record your verdict on an execution; the latest one holds')
    .option('--note <text>', 'why')
    .action((id, verdict, o) =>
      run(o, import('../commands/verdicts.ts'), (m, c) => m.feedback(c, { ...o, id, verdict })),
    )
}
