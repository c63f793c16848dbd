import { realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import {
  type SpacePaths,
  ifRefused,
  isRecord,
  jsonOf,
  readTextFile,
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
}

/**
 * The roots that a space follows, in the order in which they were imported; none of a restricted space.
 *
 * @param paths - Of the space.
 * @example for (const { path } of await readRoots(paths)) console.log(path)
 */
export async function readRoots(paths: SpacePaths): Promise<readonly AgentRoot[]> {
  if (paths.trust?.state === 'restricted') return []
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
 * Remembers roots with their options. One that is followed already, also by another name, gets these options.
 *
 * @param paths - Of the space.
 * @param added - Absolute paths.
 * @example await rememberRoots(paths, { added: ['/home/ada/agents'], options: {} })
 */
export async function rememberRoots(
  paths: SpacePaths,
  { added, options, signal }: { added: readonly string[]; options: RootOptions; signal?: AbortSignal | undefined },
): Promise<void> {
  const real = new Set(await Promise.all(added.map(realPath)))
  const known = await readRoots(paths)
  const same = new Set<string>()
  for (const { path } of known) if (real.has(await realPath(path))) same.add(path)
  await changeRoots(
    paths,
    (roots) => [
      ...roots.filter(({ path }) => !same.has(path) && !added.includes(path)),
      ...[...new Set(added)].map((path) => ({ path, options, left: [] })),
    ],
    signal,
  )
}

/** Whether a path is a folder, or lies in it. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/** By what it is seen that the lists changed: the files that hold them. */
export function rootFiles({ agentsFile, root, trust }: SpacePaths): {
  readonly inside: string
  readonly outside: string
} {
  // Who answers for a space itself is asked about it by nobody, so that it has no id.
  const name = trust?.id ?? sha256(root).slice(0, 32)
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
  const kept = read.ok ? jsonOf(read.text) : undefined
  const roots: readonly unknown[] = isRecord(kept) && Array.isArray(kept['roots']) ? kept['roots'] : []
  return roots.flatMap((one): readonly AgentRoot[] => {
    if (!isRecord(one) || typeof one['path'] !== 'string') return []
    const { path, left, ...options } = one
    return [{ path, options, left: Array.isArray(left) ? left.filter((item) => typeof item === 'string') : [] }]
  })
}

async function write(file: string, roots: readonly AgentRoot[]): Promise<void> {
  if (roots.length === 0 && !(await readTextFile(file)).ok) return
  const rows = roots.map(({ path, options, left }) => ({ path, ...options, ...(left.length === 0 ? {} : { left }) }))
  await writeFileAtomically(file, `${JSON.stringify({ roots: rows }, undefined, 2)}\n`)
}
