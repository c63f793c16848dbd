import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** What a shell may offer behind one command. */
export type CompletedCommand = {
  /** Such as `agent find`; empty for the program itself. */
  readonly path: string
  readonly subCommands: readonly string[]
  /** Long names of options, with the values that they take. */
  readonly options: readonly CompletedOption[]
  /** In the order of the arguments; the last one stands for all further ones if it is variadic. */
  readonly values: readonly CompletedValue[]
}

export type CompletedOption = {
  readonly flag: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
}

/** What an argument may be: one of a few words, an id of an agent of the space, a file, or anything. */
export type CompletedValue = {
  readonly choices: readonly string[]
  readonly isAgentId: boolean
  readonly isFile: boolean
  readonly isVariadic: boolean
}

/** Every command with what a shell may offer behind it, read off the program itself. */
export function completedCommands(command: CommandUnknownOpts, path = ''): readonly CompletedCommand[] {
  const options = command.options.flatMap(({ long, required, optional, argChoices }) =>
    typeof long === 'string' ? [{ flag: long, takesValue: required || optional, choices: argChoices ?? [] }] : [],
  )
  const values = command.registeredArguments.map((argument) => ({
    choices: argument.argChoices ?? [],
    isAgentId: agentGroups.test(path) && /^ids?$/.test(argument.name()),
    isFile: /^(?:directory|path|spec|module|inputs|file|notes?|to)$/.test(argument.name()),
    isVariadic: argument.variadic,
  }))
  const subCommands = command.commands.map((child) => child.name())
  const help = { flag: '--help', takesValue: false, choices: [] }
  return [
    { path, subCommands, options: [...options, help], values },
    ...command.commands.flatMap((child) => completedCommands(child, `${path} ${child.name()}`.trim())),
  ]
}

/** Elsewhere an id is one of a source. */
const agentGroups = /^(?:agent|export|chain) |^run$/
