import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'

type CommonOptions = { root?: string; json?: true }

export type Leaf = Command<[], CommonOptions>

/** A command with others below it; `usage`: what stands behind its name in the example of its help. */
export function group(parent: CommandUnknownOpts, name: string, usage = ''): Command {
  if (parent === leftOut || (!isLeaf(parent) && isLeftOut(parent, name))) return leftOut
  return parent.command(name).addHelpText('after', example(`${pathOf(parent)} ${name} ${usage}`.trimEnd()))
}

/** The words for which a program is built; commands that they don't lead to are left out. */
export const builtFor = new WeakMap<CommandUnknownOpts, readonly string[]>()

/** Stands for a command that is not built: whatever is said of it is forgotten. */
const leftOut: Command = new Proxy<Command>({} as Command, { get: () => () => leftOut })

function isLeftOut(parent: CommandUnknownOpts, name: string, depth = 0): boolean {
  if (parent.parent !== null) return isLeftOut(parent.parent, name, depth + 1)
  const words = builtFor.get(parent)
  return words !== undefined && words[depth] !== name
}

function pathOf(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

/** A command that does something. */
export function leaf(parent: CommandUnknownOpts, name: string, usage?: string): Leaf {
  return group(parent, name, usage)
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

/** Whether a command does something by itself; one that also has others below it may. */
export function isLeaf(command: CommandUnknownOpts): boolean {
  return command.options.some(({ long }) => long === '--json')
}

export function oneText(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join(' ')
}

/** The example at the end of a help text. */
export function example(command: string): string {
  return `\nExample:\n  ${command}`
}
