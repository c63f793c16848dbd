import { realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import {
  type SpacePaths,
  ifRefused,
  isBelow,
  isRecord,
  jsonOf,
  readTextFile,
  recordOf,
  removeStaleTemporaries,
  sha256,
  userPaths,
  withLock,
  writeFileAtomically,
} from '@datacortex/platform'
import type { RootOptions } from '../formats/file-reading.ts'

/** A file or folder that was imported, and that the space follows from then on. */
export type AgentRoot = {
  /** Absolute. */
  readonly path: string
  readonly options: RootOptions
  /** Sources, as entries name them, of agents that a person took out: they do not come back by themselves. */
  readonly left: readonly string[]
  /** Of a repository: its address, and the commit that lies at `path` and is followed until somebody asks for another one. */
  readonly pinned?: { readonly address: string; readonly commit: string } | undefined
  /** Where the commit lay that was followed before: what is not in this one is gone. */
  readonly former?: string | undefined
}

/** The roots that a space follows, in the order in which they were imported; none of a restricted space. */
export async function readRoots(paths: SpacePaths): Promise<readonly AgentRoot[]> {
  if (paths.trust.state === 'restricted') return []
  const { inside, outside } = rootFiles(paths)
  const root = await realPath(paths.root)
  const own = (await rootsIn(inside)).map((one) => ({ ...one, path: resolve(paths.root, one.path) }))
  // A space may come from anywhere: what its own list names has to lie in it, wherever links lead.
  const isOwn = await Promise.all(own.map(async ({ path }) => isBelow(await realPath(path), root)))
  return [...own.filter((_, index) => isOwn[index]), ...(await rootsIn(outside))]
}

/** Changes the roots, one process at a time; those outside of the space are kept in the folder of the user. */
export async function changeRoots(
  paths: SpacePaths,
  change: (roots: readonly AgentRoot[]) => readonly AgentRoot[],
  signal?: AbortSignal,
): Promise<void> {
  const run = async (): Promise<void> => {
    const before = await readRoots(paths)
    const after = change(before)
    const root = await realPath(paths.root)
    const isInside = await Promise.all(after.map(async ({ path }) => isBelow(await realPath(path), root)))
    const { inside, outside } = rootFiles(paths)
    const own = after
      .filter((_, index) => isInside[index])
      .map((one) => ({ ...one, path: relative(paths.root, one.path).split(sep).join('/') || '.' }))
    await write(inside, own)
    await write(
      outside,
      after.filter((_, index) => !isInside[index]),
    )
  }
  await withLock(join(paths.locksDirectory, 'roots-list'), run, { signal })
}

/**
 * Remembers roots with their options, in the place of those that they are already by another name, or at another commit.
 * @param paths - Of the space.
 * @returns As they are remembered.
 * @example await rememberRoots(paths, [{ path: '/home/ada/agents', options: {}, left: [] }])
 */
export async function rememberRoots(paths: SpacePaths, added: readonly AgentRoot[], signal?: AbortSignal) {
  const known = await Promise.all(
    (await readRoots(paths)).map(async (one) => ({ one, real: await realPath(one.path) })),
  )
  const isSame = (one: AgentRoot, other: AgentRoot): boolean =>
    one.path === other.path || (one.pinned !== undefined && one.pinned.address === other.pinned?.address)
  const replaced = new Set<string>()
  const rows: AgentRoot[] = []
  for (const root of added) {
    const real = await realPath(root.path)
    const same = known.filter((each) => each.real === real || isSame(each.one, root)).map(({ one }) => one)
    for (const { path } of same) replaced.add(path)
    const former = same.find(({ path, pinned }) => pinned !== undefined && path !== root.path)?.path
    if (!rows.some((row) => isSame(row, root))) rows.push(former === undefined ? root : { ...root, former })
  }
  const isLeft = (one: AgentRoot): boolean => !replaced.has(one.path) && !rows.some((row) => isSame(row, one))
  await changeRoots(paths, (roots) => [...roots.filter(isLeft), ...rows], signal)
  return rows
}

/** By what it is seen that the lists changed: the files that hold them. */
export function rootFiles({ agentsFile, root, trust }: SpacePaths) {
  // Who answers for a space itself decides nothing about it, so that it has no id.
  const name = trust.id ?? sha256(root).slice(0, 32)
  return {
    inside: join(dirname(agentsFile), 'roots.json'),
    outside: join(userPaths().config, 'agent-roots', `${name}.json`),
  }
}

async function realPath(path: string): Promise<string> {
  return await realpath(path).catch(ifRefused(resolve(path)))
}

async function rootsIn(file: string): Promise<readonly AgentRoot[]> {
  const read = await readTextFile(file)
  const { roots } = recordOf(read.ok ? jsonOf(read.text) : undefined)
  return (Array.isArray(roots) ? roots : []).flatMap((one: unknown): readonly AgentRoot[] => {
    if (!isRecord(one) || typeof one['path'] !== 'string') return []
    const { path, left, address, commit, former, ...options } = one
    const isPinned = typeof address === 'string' && typeof commit === 'string'
    return [
      {
        path,
        options,
        left: Array.isArray(left) ? left.filter((item) => typeof item === 'string') : [],
        ...(isPinned ? { pinned: { address, commit } } : {}),
        ...(typeof former === 'string' ? { former } : {}),
      },
    ]
  })
}

async function write(file: string, roots: readonly AgentRoot[]): Promise<void> {
  if (roots.length === 0 && !(await readTextFile(file)).ok) return
  const rows = roots.map(({ options, left, pinned, ...root }) => {
    return { ...root, ...options, ...pinned, ...(left.length === 0 ? {} : { left }) }
  })
  await removeStaleTemporaries(file)
  await writeFileAtomically(file, `${JSON.stringify({ roots: rows }, undefined, 2)}\n`)
}
