import type { Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import type { Run } from './run-command.ts'

export function addTrustCommands(program: Command, run: Run): void {
  const trust = group(program, 'trust', 'show').description('what this space may do on your machine')

  leaf(trust, 'show')
    .argument('[dir]', 'folder of a space; the one you are in if left out')
    .description('show everything that a space wants of your machine, and what of it is allowed')
    .action((dir, o) => run(o, import('../commands/trust.ts'), (m, c) => m.trustShow(c, dir)))

  leaf(trust, 'list')
    .description('list the spaces that you trust')
    .action((o) => run(o, import('../commands/trust.ts'), (m, c) => m.trustList(c)))

  writing(trust, 'allow', 'runners.claude')
    .alias('approve')
    .argument(
      '[what...]',
      'folder of a space, names of `trust show` such as runners.claude; all that waits if left out',
    )
    .description('show what a space wants and, after asking, trust it and allow exactly that')
    .option('--yes', 'do not ask')
    .action((names, o) => run(o, import('../commands/trust.ts'), (m, c) => m.trustAllow(c, { ...o, names })))

  writing(trust, 'revoke', 'runners.claude')
    .argument('[what...]', 'folder of a space, names of `trust show`; the whole space if left out')
    .description('trust a space no longer, or allow some of what it wants no longer')
    .action((names, o) => run(o, import('../commands/trust.ts'), (m, c) => m.trustRevoke(c, { ...o, names })))
}
