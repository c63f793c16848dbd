import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { attempt } from '@datacortex/errors'
import { type SpacePaths, ifRefused } from '@datacortex/platform'

/** Size, time and number of each folder and file of a root that may matter, by its path; of a folder that of its names. */
export type RootStamps = Readonly<Record<string, string>>

// Whatever an agent may be written in, and what surrounds it.
const mayMatter = /(?:\.(?:mdc?|markdown|toml|jsonc?|ya?ml|txt)|modes|rules)$/i
const deepest = 32

/** Folders of other programs, in which no agents are looked for. */
export const ignoredFolders: readonly string[] = ['node_modules', '.git', '.hg', '.svn', '__pycache__', '.venv']

/** The stamps of a root as it is now: none if it is not there. */
export function stampsOf(root: string, paths: SpacePaths): RootStamps {
  const stamps: Record<string, string> = {}
  const entered = new Set<string>()
  const own = [paths.cacheDirectory, paths.stateDirectory, paths.modulesDirectory, join(paths.datacore, 'registry')]
  const nowMs = Date.now()
  const look = (path: string, depth: number): void => {
    const stamp = stampOf(path, nowMs)
    if (stamp === undefined) return
    if (!stamp.startsWith('/')) {
      if (depth === 0 || mayMatter.test(path)) stamps[path] = stamp
      return
    }
    // Links may lead back to where they lie.
    if (depth > deepest || entered.has(stamp)) return
    entered.add(stamp)
    stamps[path] = stamp
    for (const name of attempt(() => readdirSync(path), ifRefused([])))
      if (!ignoredFolders.includes(name) && !own.includes(join(path, name))) look(join(path, name), depth + 1)
  }
  look(root, 0)
  return stamps
}

/** Whether all is as it was, without listing a folder: some microseconds a file. */
export function areUnchanged(stamps: RootStamps): boolean {
  return Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp)
}

/** Files that are new or other than before, and those that are gone. */
export function changesBetween(before: RootStamps, now: RootStamps): readonly string[] {
  return Object.entries({ ...before, ...now }).flatMap(([path, stamp]) =>
    stamp.startsWith('/') || before[path] === now[path] ? [] : [path],
  )
}

/** Whether a file says how others are read, so that a change of it is one of all. */
export function decidesForOthers(path: string): boolean {
  return ['AGENTS.md', 'SKILL.md', 'plugin.json', 'marketplace.json'].includes(basename(path))
}

// Clocks of disks tick slowly: what changed just now may change again and look the same.
const tickMs = 100

/** Undefined if nothing is there; that of a folder begins with a slash. `nowMs`: what changed just then is never the same again. */
export function stampOf(path: string, nowMs?: number): string | undefined {
  const stats = attempt(() => statSync(path, { throwIfNoEntry: false }), ifRefused(undefined))
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return undefined
  const isFresh = nowMs !== undefined && Math.abs(nowMs - stats.mtimeMs) < tickMs
  return `${stats.isDirectory() ? '/' : stats.size}:${stats.mtimeMs}:${stats.ino}${isFresh ? ':fresh' : ''}`
}
