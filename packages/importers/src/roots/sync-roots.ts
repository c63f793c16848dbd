import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CodedError, type Finding, attempt, findingOf, warningFinding } from '@datacortex/errors'
import { type SpacePaths, ifRefused, isBelow, shellWord, withLock } from '@datacortex/platform'
import type { ImportOptions, ImportReport } from '../import-agents.ts'
import type { AgentRoot } from './agent-roots.ts'
import type { RootMemory, RootState } from './root-memory.ts'
import { type RootStamps, areUnchanged, changesBetween, decidesForOthers, stampOf, stampsOf } from './root-stamps.ts'

export type SyncOptions = Pick<ImportOptions, 'dryRun' | 'signal' | 'onProgress'> & {
  /** Those that are brought in step; all that the space follows if absent. */
  readonly roots?: readonly AgentRoot[] | undefined
  /** Whether every file is read, also one that did not change, and the report tells of a root that is not there. */
  readonly isFull?: boolean | undefined
  /** Somebody waits for something else: more changed files stay as they are, and so do all if they can't be taken in now. */
  readonly most?: number | undefined
}

export type SyncedRoots = {
  /** What was done; undefined if nothing was to be. */
  readonly report: ImportReport | undefined
  /** Those that can't be reached: what came from them stays as it is. */
  readonly away: readonly string[]
  /** Files that changed and are not taken in. */
  readonly waiting: readonly string[]
  /** Files that gave no agent: an entry that one gave before stays as it was. */
  readonly broken: readonly string[]
  readonly findings: readonly Finding[]
}

type Look = {
  readonly root: AgentRoot
  readonly before: RootState | undefined
  readonly now: RootStamps
  readonly changed: readonly string[]
  readonly isInStep: boolean
  readonly isAway: boolean
}

/**
 * Brings entries in step with the roots that they came from: new, changed, renamed and gone files. Whatever stops it, the next
 * sync is right.
 * @throws As `importAgents`, unless somebody waits for something else.
 * @example const { report } = await syncRoots(paths, rootMemory(paths))
 */
export async function syncRoots(paths: SpacePaths, memory: RootMemory, options: SyncOptions = {}) {
  const { roots = await memory.roots(), isFull = false, most, signal } = options
  const looks = await Promise.all(roots.map(async (root) => lookAt(root, await memory.stateOf(root.path), paths)))
  const away = looks.filter(({ isAway }) => isAway).map(({ root }) => root.path)
  const changed = looks.flatMap((look) => (look.isAway ? [] : look.changed))
  const waiting = looks.flatMap(({ isAway, changed: files, before, now }) =>
    isAway ? [] : files.filter((path) => before?.stamps[path] !== `${now[path]}:fresh`),
  )
  const seen = { report: undefined, away, waiting, broken: brokenIn(looks), findings: away.map(awayFinding) }
  const todo = looks.filter((look) => isFull || !(look.isAway || look.isInStep))
  if (todo.length === 0 || changed.length > (most ?? Infinity)) return seen
  const run = async (): Promise<SyncedRoots> => {
    const report = await importFrom(todo, { paths, memory, options })
    const states = todo.map((look) => [look.root.path, stateAfter(look, report)] as const)
    if (options.dryRun !== true) await memory.keep(new Map(states))
    const left = looks.filter((look) => !todo.includes(look))
    return { ...seen, report, waiting: [], broken: [...brokenIn(left), ...states.flatMap(([, state]) => state.broken)] }
  }
  if (options.dryRun === true) return await run()
  const lock = { signal, ...(most === undefined ? {} : { timeoutMs: 0 }) }
  return await withLock(join(paths.locksDirectory, 'roots'), run, lock).catch((error: unknown) => {
    if (most === undefined || !CodedError.is(error)) throw error
    // Another process takes the same in now.
    const isElsewhere = CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT')
    return isElsewhere ? seen : { ...seen, findings: [...seen.findings, findingOf(error, paths.agentsFile)] }
  })
}

function brokenIn(looks: readonly Look[]): readonly string[] {
  return looks.flatMap(({ before }) => before?.broken ?? [])
}

function awayFinding(path: string): Finding {
  return warningFinding('ROOT_AWAY', path, {
    message: `${path} can not be reached, or nothing is in it any more: its agents stay as they are and come last.`,
    hint: `datacortex agent remove --from ${shellWord(path)}   (if it is gone for good)`,
  })
}

function lookAt(root: AgentRoot, before: RootState | undefined, paths: SpacePaths): Look {
  const known = before?.stamps ?? {}
  if (Object.keys(known).length > 0 && areUnchanged(known))
    return { root, before, now: known, changed: [], isInStep: true, isAway: false }
  const now = stampsOf(root.path, paths)
  const isEmpty = Object.values(now).every((stamp) => stamp.startsWith('/'))
  // A single file was deleted if something is left beside it; a folder without anything may be where a disk was.
  const isFile = known[root.path]?.startsWith('/') === false
  const isAway = isEmpty && !(isFile && attempt(() => readdirSync(dirname(root.path)), ifRefused([])).length > 0)
  return { root, before, now, changed: changesBetween(known, now), isInStep: false, isAway }
}

const leftOut = 'it was taken out by hand; importing it by its path brings it back'
const unsteady = 'it is being written; the next sync takes it in'

async function importFrom(
  looks: readonly Look[],
  { paths, memory, options }: { paths: SpacePaths; memory: RootMemory; options: SyncOptions },
): Promise<ImportReport> {
  const own = new Map(looks.map((look) => [look.root.path, look]))
  const others = (await memory.roots()).filter(({ path }) => !own.has(path))
  const all = [...looks.map(({ root }) => root), ...others]
  const lookOf = (path: string): Look | undefined => own.get(innermost(all, path) ?? '')
  const isWhole = options.isFull === true || looks.some(({ changed }) => changed.some(decidesForOthers))
  const { importAgents } = await import('../import-agents.ts')
  // Inner roots first: whatever lies in several is read as the innermost one is.
  const inner = [...own.keys()].toSorted((one, other) => other.length - one.length)
  const report = await importAgents(paths, inner, {
    ...options,
    optionsOf: (start) => own.get(start)?.root.options ?? {},
    marksGone: looks.filter(({ isAway }) => !isAway).map(({ root }) => root.path),
    former: looks.flatMap(({ root }) => root.former ?? []),
    isKnown: (path, start) => {
      const look = lookOf(path)
      // A root may lie in another one, and have options of its own.
      if (look?.root.path !== start) return true
      return !isWhole && look.now[path] !== undefined && look.now[path] === look.before?.stamps[path]
    },
    refuse: ({ path, entry }) => {
      const look = lookOf(path)
      if (look?.root.left.includes(entry.source ?? '') === true) return leftOut
      const stamp = look?.now[path]
      return stamp === undefined || stamp.startsWith(stampOf(path) ?? '?') ? undefined : unsteady
    },
  })
  if (options.isFull === true) return report
  // A file that was a root of its own is among those that are gone.
  return {
    ...report,
    skipped: report.skipped.filter(({ path }) => own.get(path)?.now[path] !== undefined || !own.has(path)),
  }
}

function innermost(roots: readonly AgentRoot[], path: string): string | undefined {
  const holding = roots.filter((root) => isBelow(path, root.path)).map((root) => root.path)
  return holding.toSorted((one, other) => other.length - one.length)[0]
}

/** What should have given an agent. */
export function lostIn({ skipped }: ImportReport): ImportReport['skipped'] {
  return skipped.filter(({ kind = 'lost' }) => kind === 'lost')
}

function stateAfter({ root, before, now, changed, isAway }: Look, report: ImportReport): RootState {
  if (isAway && before !== undefined) return before
  const skipped = lostIn(report).filter(({ path, reason }) => isBelow(path, root.path) && reason !== leftOut)
  const unread = skipped.filter(({ reason }) => reason === unsteady).map(({ path }) => [path, ''])
  const kept = (before?.broken ?? []).filter((path) => now[path] !== undefined && !changed.includes(path))
  return {
    stamps: { ...now, ...Object.fromEntries(unread) },
    broken: [...new Set([...kept, ...skipped.map(({ path }) => path)])],
  }
}
