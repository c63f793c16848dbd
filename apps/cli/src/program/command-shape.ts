import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'

/** What every command understands. */
type CommonOptions = { root?: string; json?: true }

/** A command with the options that all of them have. */
export type Leaf = Command<[], CommonOptions>

/** A command that does something. */
export function leaf(parent: CommandUnknownOpts, name: string): Leaf {
  return parent
    .command(name)
    .option('--root <dir>', 'the space; without it, the nearest folder upward that has .datacore/')
    .option('--json', 'one JSON document on stdout')
}

/** Adds the option that all commands have which change something. */
export function writing(command: Leaf): Command<[], CommonOptions & { dryRun?: true }> {
  return command.option('--dry-run', 'say what would be done, change nothing')
}

/** The example at the end of a help text. */
export function example(command: string): string {
  return `\nExample:\n  ${command}`
}
