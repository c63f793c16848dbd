import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'

type CommonOptions = { root?: string; json?: true }

/** A command that does something; `usage`: what stands behind its name in the example of its help. */
export function leaf(parent: CommandUnknownOpts, name: string, usage = '') {
  const path = parent.parent === null ? [parent.name(), name] : ['datacortex', parent.name(), name]
  return parent
    .command(name)
    .addHelpText('after', example([...path, usage].join(' ').trimEnd()))
    .option('--root <dir>', 'the space; without it the nearest upward, DATACORTEX_ROOT, or your default')
    .option('--json', 'one JSON document on stdout')
}

/** The same for one that changes something. */
export function writing(
  parent: CommandUnknownOpts,
  name: string,
  usage?: string,
): Command<[], CommonOptions & { dryRun?: true }> {
  return leaf(parent, name, usage).option('--dry-run', 'say what would be done, change nothing')
}

export function oneText(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join(' ')
}

/** The example at the end of a help text. */
export function example(command: string): string {
  return `\nExample:\n  ${command}`
}
