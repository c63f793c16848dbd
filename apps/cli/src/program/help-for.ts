import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { spaceError } from '@datacortex/space/errors'

/** Where the words of a command line lead, as far as they are names of commands. */
export function commandAt(
  program: CommandUnknownOpts,
  words: readonly string[],
): { readonly command: CommandUnknownOpts; readonly path: string; readonly rest: string | undefined } {
  let command = program
  let path = program.name()
  for (const word of words) {
    const child = command.commands.find((one) => one.name() === word)
    if (child === undefined) return { command, path, rest: word }
    command = child
    path += ` ${word}`
  }
  return { command, path, rest: undefined }
}

/** What to look at after wrong usage. */
export function usageHint(program: CommandUnknownOpts, words: readonly string[]): string {
  const { command, path, rest = '' } = commandAt(program, words)
  // `--json agent list`, as other programs have it.
  if (command.commands.length > 0 && /^--(?:json|root)(?:=|$)/.test(rest))
    return 'Options stand behind the command, such as: datacortex list --json'
  return `${path} --help`
}

/** `datacortex help find`: the same as `datacortex find --help`. */
export function showHelp(program: CommandUnknownOpts, words: readonly string[]): void {
  const { command, path, rest } = commandAt(program, words)
  if (rest !== undefined)
    throw spaceError('CLI_USAGE', {
      message: `${path} has no command ${JSON.stringify(rest)}.`,
      hint: `${path} --help`,
    })
  command.outputHelp()
}
