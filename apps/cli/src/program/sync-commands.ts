import type { Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import type { Run } from './run-command.ts'

export function addSyncCommands(program: Command, run: Run): void {
  const sync = group(program, 'sync', 'push').description('figures of runs on your other machines')
  const commands = async () => await import('../commands/sync.ts')

  leaf(sync, 'push')
    .description('bring the figures of runs to where the machines of this space meet; never texts')
    .action((o) => run(o, commands(), (m, c) => m.syncPush(c)))

  leaf(sync, 'pull')
    .description('fetch those of other machines, and compute the performance of agents anew')
    .action((o) => run(o, commands(), (m, c) => m.syncPull(c)))

  leaf(sync, 'status')
    .description('show which machines there are and count, when they were in step, and what waits')
    .action((o) => run(o, commands(), (m, c) => m.syncStatus(c)))

  writing(sync, 'trust', '3f2a91c0de5b4a7788e1d2c3b4a59687')
    .argument('<machines...>', 'ids of `sync status` of these machines')
    .description('let the runs of other machines of yours count')
    .option('--forget', 'they no longer do')
    .action((machines, o) => run(o, commands(), (m, c) => m.syncTrust(c, { ...o, machines })))
}
