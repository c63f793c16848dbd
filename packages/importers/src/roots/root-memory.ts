import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { type SpacePaths, isRecord, readKeptJson, writeKeptJson } from '@datacortex/platform'
import { type AgentRoot, readRoots, rootFiles } from './agent-roots.ts'
import { type RootStamps, stampOf } from './root-stamps.ts'

/** A root as it was when it was last brought in step. */
export type RootState = {
  readonly stamps: RootStamps
  /** Files that gave no agent. */
  readonly broken: readonly string[]
}

/** The roots of a space and how they were, read again only when their lists change. */
export type RootMemory = {
  readonly roots: () => Promise<readonly AgentRoot[]>
  readonly stateOf: (path: string) => Promise<RootState | undefined>
  /** Also for other processes, where the cache can be written. */
  readonly keep: (states: ReadonlyMap<string, RootState>) => Promise<void>
}

// Raised whenever a state is made differently.
const key = 'agent roots 1'

/**
 * Remembers the roots of a space for as long as it is open.
 * @param paths - Of the space.
 * @example const roots = await rootMemory(paths).roots()
 */
export function rootMemory(paths: SpacePaths): RootMemory {
  const file = join(paths.cacheDirectory, 'agent-roots.json')
  let listed: { readonly stamp: string; readonly roots: readonly AgentRoot[] } | undefined
  let states: Promise<Map<string, RootState>> | undefined
  const load = async (): Promise<Map<string, RootState>> => {
    const kept = await readKeptJson(file, key)
    return new Map(isRecord(kept) ? (Object.entries(kept) as [string, RootState][]) : [])
  }
  return {
    roots: async () => {
      const { inside, outside } = rootFiles(paths)
      const stamp = `${stampOf(inside)} ${stampOf(outside)} ${paths.trust.state}`
      if (listed?.stamp !== stamp) listed = { stamp, roots: await readRoots(paths) }
      return listed.roots
    },
    stateOf: async (path) => (await (states ??= load())).get(path),
    keep: async (added) => {
      const all = await (states ??= load())
      for (const [path, state] of added) all.set(path, state)
      await writeKeptJson(file, key, Object.fromEntries(all)).catch(ifCoded(undefined, 'PLATFORM_FILE_UNWRITABLE'))
    },
  }
}
