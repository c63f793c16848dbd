import type { Command } from '@commander-js/extra-typings'
import { example, leaf, writing } from './command-shape.ts'
import type { Run } from './run-command.ts'

/** `trust …`: the programs that a space may run on this machine. */
export function addTrustCommands(program: Command, run: Run): void {
  const trust = program.command('trust').description('which programs this space may run on your machine')
  trust.addHelpText('after', example('datacortex trust list'))

  leaf(trust, 'list')
    .description('list every command that settings, sources and modules want to run, exactly')
    .action((o) => run(o, async (c) => (await import('../commands/trust.ts')).trustList(c)))

  writing(trust, 'approve', 'runners.claude')
    .argument('[names...]', 'names of `trust list`, such as runners.claude; all that wait if left out')
    .description('show commands and, after asking, allow exactly these in this space')
    .option('--yes', 'do not ask')
    .action((names, o) => run(o, async (c) => (await import('../commands/trust.ts')).trustApprove(c, { ...o, names })))

  writing(trust, 'revoke', 'runners.claude')
    .argument('<names...>', 'names of `trust list`')
    .description('allow commands no longer')
    .action((names, o) => run(o, async (c) => (await import('../commands/trust.ts')).trustRevoke(c, { ...o, names })))
}
