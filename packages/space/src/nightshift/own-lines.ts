import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OrgTask } from '@datacortex/nightshift'
import { type SpacePaths, ifMissing, runProgram } from '@datacortex/platform'

type IsOwn = (line: number, heading: Pick<OrgTask['heading'], 'start' | 'end'>) => boolean

/**
 * Whether all lines of a heading are the user's own: of commits that were made in this very folder, as git's own log of it
 * says, which no pull brings; and, where `edits` count, what was not committed yet. Nothing is, where git can't say.
 */
export async function ownLines(
  { root }: SpacePaths,
  { file, own, text = '' }: { file: string; own: 'commits' | 'edits'; text: string | undefined },
): Promise<IsOwn | undefined> {
  const made = await madeHere(root)
  if (made.size === 0 && own === 'commits') return undefined
  // Neither hooks nor filters of the repository take part.
  const command = ['git', '-c', 'core.fsmonitor=false', 'blame', '--porcelain', '--no-textconv', '--', file] as const
  const environment = { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' }
  const blamed = await runProgram([...command], { directory: root, environment, timeoutMs: 20_000 }).catch(
    () => undefined,
  )
  if (blamed === undefined) return undefined
  const isMine = (commit: string): boolean => (/^0+$/.test(commit) ? own === 'edits' : made.has(commit))
  const lines = [...blamed.matchAll(/^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/gm)]
  const mine = new Set(lines.flatMap(([, commit = '', line]) => (isMine(commit) ? [Number(line)] : [])))
  return (first, { start, end }) => {
    const count = text.slice(start, end).replace(/\s+$/, '').split('\n').length
    return Array.from({ length: count }, (_, place) => mine.has(first + place)).every(Boolean)
  }
}

/** Commits that were made in this folder; those that a pull, a merge or a clone brought are none. */
async function madeHere(root: string): Promise<ReadonlySet<string>> {
  const log = await readFile(join(root, '.git', 'logs', 'HEAD'), 'utf8').catch(ifMissing(''))
  return new Set(
    log
      .split('\n')
      .flatMap((line) => /^[0-9a-f]+ ([0-9a-f]{40,64}) .*\tcommit(?: \((?:initial|amend)\))?: /.exec(line)?.[1] ?? []),
  )
}
