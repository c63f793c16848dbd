import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { commandAt } from './help-for.ts'

/** Gives a program that has the command that words name. */
export type ProgramOf = (words: readonly string[]) => CommandUnknownOpts

/** Whether a line of an output hands over commands. What people wrote has no such labels with two spaces behind them. */
export const handsOver =
  /^(?:(?:next|undo|hint) |(?:also|approve|back|deeper|needs you|note|open|save) {2}| {3,}(?:→ )?(?:datacortex|or) |no [a-z ]+: datacortex )/

/** Puts a space, as it was given, into the commands of a hint that lack it, so that they can be pasted where they are read. */
export async function spaceNamer(programOf: ProgramOf, root: string | undefined): Promise<(hint: string) => string> {
  if (root === undefined) return (hint) => hint
  const { shellWord } = await import('@datacortex/platform')
  return (hint) =>
    hint.includes(' --root ')
      ? hint
      : hint.replaceAll(/\bdatacortex((?: [a-z][a-z0-9-]*)+)/g, (whole, words: string) => {
          const names = words.trim().split(' ')
          const { command, path } = commandAt(programOf(names), names)
          const isMeant = path !== 'datacortex init' && command.options.some(({ long }) => long === '--root')
          return isMeant ? `${path} --root ${shellWord(root)}${whole.slice(path.length)}` : whole
        })
}
