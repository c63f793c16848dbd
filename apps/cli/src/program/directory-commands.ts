import type { Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/directories.ts')

export function addDirectoryCommands(program: Command, run: Run): void {
  const directory = group(program, 'directory', 'add catalog https://agents.example.org')
  directory.description('directories of agents that are published elsewhere: catalogues, chains, relays')

  leaf(directory, 'list')
    .description('list the directories, whom each asks, and what is kept of it here')
    .action((o) => run(o, commands(), (m, c) => m.directoryList(c)))

  for (const [to, what] of [
    ['add', 'add an address: of a catalogue, a card or a site (catalog), an RPC (erc8004), a relay (nostr)'],
    ['remove', 'take an address out again, and drop what is kept of the directory'],
  ] as const)
    writing(directory, to, 'catalog https://agents.example.org')
      .argument('<directory>', 'catalog, erc8004, nostr, or what a module brings')
      .argument('<address>', 'as `directory list` shows it')
      .description(what)
      .action((name, address, o) =>
        run(o, commands(), (m, c) => m.directoryChange(c, { ...o, to, directory: name, address })),
      )

  leaf(directory, 'refresh', 'catalog')
    .argument('[directory...]', 'all that have an address if left out')
    .description('ask directories for what changed, wait for it, and make it findable')
    .option('--full', 'ask from the start')
    .action((directories, o) => run(o, commands(), (m, c) => m.directoryRefresh(c, { ...o, directories })))
}
