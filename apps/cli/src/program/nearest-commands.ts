import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { commandAt } from './help-for.ts'

/** The commands that a mistyped or misplaced one may mean, as they are typed; none if nothing is near. */
export function nearestCommands(program: CommandUnknownOpts, words: readonly string[]): readonly string[] {
  const { command, path, rest: word = '' } = commandAt(program, words)
  const elsewhere = pathsBelow(program, program.name()).filter((one) => one.slice(0, one.lastIndexOf(' ')) !== path)
  const same = elsewhere.filter((one) => lastWord(one) === word)
  const own = nearest(
    command.commands.map((child) => `${path} ${child.name()}`),
    word,
  )
  return own.length + same.length > 0 ? [...own, ...same] : nearest(elsewhere, word)
}

function pathsBelow(command: CommandUnknownOpts, path: string): readonly string[] {
  return command.commands.flatMap((child) => {
    const own = `${path} ${child.name()}`
    return [own, ...pathsBelow(child, own)]
  })
}

function lastWord(path: string): string {
  return path.slice(path.lastIndexOf(' ') + 1)
}

/** Those whose last words need the fewest changes, if most of the word stays. */
function nearest(paths: readonly string[], word: string): readonly string[] {
  const rated = paths.map((path) => ({ path, name: lastWord(path), changes: changesBetween(word, lastWord(path)) }))
  const near = rated.filter(({ name, changes }) => changes <= 3 && changes < 0.6 * Math.max(name.length, word.length))
  const fewest = Math.min(...near.map(({ changes }) => changes))
  return near.filter(({ changes }) => changes === fewest).map(({ path }) => path)
}

/** How many letters have to be added, left out, replaced or swapped with the next one: optimal string alignment. */
function changesBetween(one: string, other: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [place, letter] of Array.from(one).entries()) {
    const next = [place + 1]
    for (let index = 1; index < row.length; index += 1) {
      const kept = (row[index - 1] ?? 0) + (other[index - 1] === letter ? 0 : 1)
      const isSwapped = place > 0 && other[index - 2] === letter && other[index - 1] === one[place - 1]
      const swapped = isSwapped ? (before[index - 2] ?? 0) + 1 : kept
      next.push(Math.min(kept, swapped, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
