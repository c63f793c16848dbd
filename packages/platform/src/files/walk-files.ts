import { opendir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { ifRefused } from './if-missing.ts'
import { isLink } from './is-link.ts'
import { holdsSecrets } from '../paths/secret-place.ts'
import { systemErrorCode, systemErrorReason } from './system-error-reason.ts'
import { isTemporaryName } from './temporary-name.ts'

/** A file found by {@link walkFiles}, or a place that could not be entered. */
export type WalkedFile =
  | { readonly kind: 'file'; readonly path: string; readonly relativePath: string }
  | {
      readonly kind: 'skipped'
      readonly path: string
      readonly reason: string
      readonly isSecret?: true | undefined
      /** Whether what is there was read by another path. */
      readonly isRepeated?: true | undefined
    }

export type WalkOptions = {
  /** Folder and file names that are passed over. */
  readonly ignore?: readonly string[] | undefined
  /** Deepest level below the start; 32 if absent. */
  readonly maxDepth?: number | undefined
  /** Whether links that lead out of where it starts are not followed. */
  readonly isClosed?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * All files below a folder, in the order of their names, following symbolic links but no folder twice, and none to what
 * holds secrets.
 * @param directory - Where to start; a single file gives itself.
 * @returns Files (`relativePath` with `/`) and, in place, what could not be entered with the reason.
 * @example for await (const entry of walkFiles('agents')) console.log(entry.path)
 */
export async function* walkFiles(directory: string, options: WalkOptions = {}): AsyncGenerator<WalkedFile> {
  options.signal?.throwIfAborted()
  const kind = await kindOf(directory)
  const within = options.isClosed === true ? await realpath(directory).catch(ifRefused(undefined)) : undefined
  if (kind === 'file') yield { kind: 'file', path: directory, relativePath: basename(directory) }
  else if (kind !== 'folder') yield { kind: 'skipped', path: directory, reason: kind.reason, isSecret: kind.isSecret }
  else yield* walkFolder(directory, { root: directory, within, depth: 0, entered: new Set(), options })
}

type Walk = {
  readonly root: string
  /** Real path that nothing may leave. */
  readonly within: string | undefined
  readonly depth: number
  readonly entered: Set<string>
  readonly options: WalkOptions
}

async function* walkFolder(directory: string, walk: Walk): AsyncGenerator<WalkedFile> {
  const names = await enter(directory, walk)
  if ('reason' in names) {
    if (walk.depth === 0 || !(await isGone(directory, names)))
      yield { kind: 'skipped', path: directory, reason: names.reason, isRepeated: names.isRepeated }
    return
  }
  for (const name of names) {
    if (walk.options.ignore?.includes(name) || isTemporaryName(name)) continue
    walk.options.signal?.throwIfAborted()
    const path = join(directory, name)
    const kind = await kindOf(path, walk.within)
    if (kind === 'folder') yield* walkFolder(path, { ...walk, depth: walk.depth + 1 })
    else if (kind === 'file') yield { kind, path, relativePath: relative(walk.root, path).split(sep).join('/') }
    else if (!(await isGone(path, kind))) yield { kind: 'skipped', path, reason: kind.reason, isSecret: kind.isSecret }
  }
}

type Refusal = {
  readonly reason: string
  readonly code?: string | undefined
  readonly isSecret?: true | undefined
  readonly isRepeated?: true | undefined
}

/** Whether something was taken away after it was listed, as editors do: then there is nothing to tell. */
async function isGone(path: string, { code }: Refusal): Promise<boolean> {
  return code === 'ENOENT' && !path.includes('\uFFFD') && !(await isLink(path))
}

async function enter(directory: string, walk: Walk): Promise<readonly string[] | Refusal> {
  if (walk.depth > (walk.options.maxDepth ?? 32)) return { reason: 'nested too deep' }
  try {
    // The real path breaks cycles of symbolic links.
    const real = await realpath(directory)
    if (walk.entered.has(real))
      return { reason: 'the same folder as one that was read already, by a symbolic link', isRepeated: true }
    const names: string[] = []
    for await (const entry of await opendir(directory)) names.push(entry.name)
    walk.entered.add(real)
    return names.sort()
  } catch (error) {
    return { reason: systemErrorReason(error), code: systemErrorCode(error) }
  }
}

async function kindOf(path: string, within?: string): Promise<'file' | 'folder' | Refusal> {
  try {
    const found = await stat(path)
    // Where it leads decides, whatever it is called here.
    const real = await realpath(path)
    const reason = holdsSecrets(path) ?? holdsSecrets(real)
    if (reason !== undefined) return { reason, isSecret: true }
    if (within !== undefined && !`${real}${sep}`.startsWith(`${within}${sep}`))
      return { reason: 'a link that leads out of the folder' }
    if (found.isDirectory()) return 'folder'
    return found.isFile() ? 'file' : { reason: 'not a regular file' }
  } catch (error) {
    return { reason: systemErrorReason(error), code: systemErrorCode(error) }
  }
}
