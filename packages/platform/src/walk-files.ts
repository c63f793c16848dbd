import { opendir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { systemErrorReason } from './system-error-reason.ts'

/** A file found by {@link walkFiles}, or a place that could not be entered. */
export type WalkedFile =
  | { readonly kind: 'file'; readonly path: string; readonly relativePath: string }
  | { readonly kind: 'skipped'; readonly path: string; readonly reason: string }

/** What to enter and how far. */
export type WalkOptions = {
  /** Folder names that are not entered. */
  readonly ignore?: readonly string[] | undefined
  /** Deepest level below the start; 32 if absent. */
  readonly maxDepth?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * All files below a folder, in the order of their names, following symbolic links but no folder twice.
 *
 * @param directory - Where to start; a single file gives itself.
 * @param options - Names to ignore, depth, abort signal.
 * @returns Files and, in place, what could not be entered with the reason.
 * @example for await (const entry of walkFiles('agents')) console.log(entry.path)
 */
export async function* walkFiles(directory: string, options: WalkOptions = {}): AsyncGenerator<WalkedFile> {
  const start = await stat(directory).catch((error: unknown) => systemErrorReason(error))
  if (typeof start === 'string') yield { kind: 'skipped', path: directory, reason: start }
  else if (start.isFile()) yield { kind: 'file', path: directory, relativePath: '' }
  else yield* walkFolder(directory, { root: directory, depth: 0, entered: new Set(), options })
}

type Walk = {
  readonly root: string
  readonly depth: number
  readonly entered: Set<string>
  readonly options: WalkOptions
}

async function* walkFolder(directory: string, walk: Walk): AsyncGenerator<WalkedFile> {
  walk.options.signal?.throwIfAborted()
  if (walk.depth > (walk.options.maxDepth ?? 32)) {
    yield { kind: 'skipped', path: directory, reason: 'nested too deep' }
    return
  }
  const opened = await namesIn(directory)
  if (typeof opened === 'string') {
    yield { kind: 'skipped', path: directory, reason: opened }
    return
  }
  // The real path breaks cycles of symbolic links.
  const real = await realpath(directory)
  if (walk.entered.has(real)) {
    yield { kind: 'skipped', path: directory, reason: 'a symbolic link to a folder that was read already' }
    return
  }
  walk.entered.add(real)
  for (const name of opened) {
    if (walk.options.ignore?.includes(name)) continue
    const path = join(directory, name)
    const found = await stat(path).catch((error: unknown) => systemErrorReason(error))
    if (typeof found === 'string') yield { kind: 'skipped', path, reason: found }
    else if (found.isDirectory()) yield* walkFolder(path, { ...walk, depth: walk.depth + 1 })
    else if (found.isFile()) yield { kind: 'file', path, relativePath: relative(walk.root, path).split(sep).join('/') }
  }
}

async function namesIn(directory: string): Promise<readonly string[] | string> {
  try {
    const names: string[] = []
    for await (const entry of await opendir(directory)) names.push(entry.name)
    return names.sort()
  } catch (error) {
    return systemErrorReason(error)
  }
}
