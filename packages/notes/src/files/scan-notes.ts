import { type Dirent, type Stats, lstatSync } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, isFolder, systemErrorCode, systemErrorReason, ifRefused } from '@datacortex/platform'
import { isNoteFile } from './is-note-file.ts'

/** The file of a note, not opened yet. */
export type ScannedNote = {
  readonly kind: 'file'
  /** Relative to the root, `/` between parts, in Unicode normal form C. */
  readonly path: string
  /** Absolute, as the disk has it. */
  readonly file: string
  readonly sizeBytes: number
  /** Milliseconds since 1970, with fractions where the disk has them. */
  readonly mtimeMs: number
  readonly inode: number
}

/** A note, or a place where one could be and that was passed over. */
export type ScannedFile =
  | ScannedNote
  | {
      readonly kind: 'skipped'
      /** As for a note; empty for the root itself. */
      readonly path: string
      readonly reason: string
      /** It is a link or a pipe, and so there is no note here or below; otherwise that is unknown. */
      readonly isNone?: true | undefined
    }

export type ScanNotesOptions = {
  /** Names of folders and files, or paths relative to the root, beside `node_modules` and what begins with a dot. */
  readonly ignore?: readonly string[] | undefined
  /** The rule that leaves a file or, with a `/` at its end, a folder out; undefined if it is wanted. */
  readonly ruleOf?: ((path: string) => string | undefined) | undefined
  /** Called with each note that a rule left out. */
  readonly onLeftOut?: ((path: string, rule: string) => void) | undefined
  /** Called with each file that is no note, such as a picture. */
  readonly onOther?: ((path: string) => void) | undefined
  /** Gives no notes, and so looks at none: of all files only the names are read. */
  readonly isOthersOnly?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds the notes of a space: `.md`, `.markdown`, `.org`, `.canvas` and `.base` files, in the order of their paths' parts.
 *
 * Symbolic links are not followed: those within the space would give a note twice, others lead out of it.
 * @returns Notes, and places that were passed over, with the reason. What lies below one that could not be read is
 *   unknown, not gone.
 * @example for await (const entry of scanNotes(paths)) console.log(entry.path)
 */
export async function* scanNotes(paths: SpacePaths, options: ScanNotesOptions = {}): AsyncGenerator<ScannedFile> {
  const wishes: Wishes = { passes: passesAll(options), ...options }
  const open: Folder[] = [{ path: '', directory: paths.root, depth: 0 }]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    options.signal?.throwIfAborted()
    const content = await readFolder(folder, wishes)
    yield* content.files
    for (const below of content.folders.reverse()) open.push(below)
  }
}

type Folder = {
  readonly path: string
  readonly directory: string
  readonly depth: number
  /** Leaves out everything in it. */
  readonly rule?: string | undefined
}
type Content = { readonly files: readonly ScannedFile[]; readonly folders: Folder[] }
/** Whether a folder is entered and a file is read, by path and name. */
type Passes = (path: string, name: string) => boolean
type Wishes = Pick<ScanNotesOptions, 'ruleOf' | 'onLeftOut' | 'onOther' | 'isOthersOnly'> & { readonly passes: Passes }

const deepest = 100
const filesAtOnce = 64

async function readFolder(folder: Folder, wishes: Wishes): Promise<Content> {
  const { passes, ruleOf, onLeftOut, onOther, isOthersOnly = false } = wishes
  const { path, directory, depth } = folder
  const skipped = (reason: string): Content =>
    folder.rule === undefined ? { files: [{ kind: 'skipped', path, reason }], folders: [] } : nothing
  if (depth > deepest) return skipped('nested too deep')
  const names = await listFolder(path === '' ? await realpath(directory).catch(ifRefused(directory)) : directory)
  if ('error' in names)
    return path !== '' && isGone(path, names.error) ? nothing : skipped(systemErrorReason(names.error))
  const folders: Folder[] = []
  const wanted: Place[] = []
  const seen = new Set<string>()
  const files: ScannedFile[] = []
  const pathOf = (name: string): string => (path === '' ? name : `${path}/${name}`).normalize('NFC')
  for (const entry of names) {
    const below = pathOf(entry.name)
    if (entry.isDirectory()) {
      const rule = folder.rule ?? ruleOf?.(`${below}/`)
      // Nobody needs to know what lies in it, unless it is counted.
      if (passes(below, entry.name) && (rule === undefined || onLeftOut !== undefined))
        folders.push({ path: below, directory: join(directory, entry.name), depth: depth + 1, rule })
      continue
    }
    const rule = folder.rule ?? ruleOf?.(below)
    const awaited = /^\.(.+)\.icloud$/i.exec(entry.name)?.[1]
    if (rule === undefined && awaited !== undefined && isNoteFile(awaited))
      files.push({ kind: 'skipped', path: pathOf(awaited), reason: 'iCloud has not downloaded it' })
    else if (!isNoteFile(entry.name)) onOther?.(below)
    if (rule !== undefined) {
      if (isNoteFile(entry.name) && passes(below, entry.name)) onLeftOut?.(below, rule)
    } else if (entry.isSymbolicLink() && passes(below, entry.name) && (await isFolder(join(directory, entry.name))))
      files.push({ kind: 'skipped', path: below, reason: linked, isNone: true })
    else if (!isOthersOnly && isNoteFile(entry.name) && passes(below, entry.name)) {
      if (seen.has(below)) files.push({ kind: 'skipped', path: below, reason: twice })
      else wanted.push({ name: entry.name, path: below, file: join(directory, entry.name) })
      seen.add(below)
    }
  }
  for (let at = 0; at < wanted.length; at += filesAtOnce) {
    // A disk at hand answers at once in a fifth of the time; another one is asked for several at the same time.
    const until = performance.now() + patienceMs
    const look = (file: string) => (performance.now() < until ? lstatSync(file) : lstat(file))
    const part = wanted.slice(at, at + filesAtOnce).map((place) => scanFile(place, look))
    files.push(...(await Promise.all(part)).flat())
  }
  return { files, folders }
}

const patienceMs = 3

const linked = 'a symbolic link, which is not followed'
const twice = 'its name differs from that of another note only in the form of its Unicode characters'

const nothing: Content = { files: [], folders: [] }

/** It was listed, and taken away before it was looked at. A name that is no UTF-8 is one that nothing is found by. */
function isGone(path: string, error: unknown): boolean {
  return systemErrorCode(error) === 'ENOENT' && !path.includes('\uFFFD')
}

async function listFolder(directory: string): Promise<readonly Dirent[] | { readonly error: unknown }> {
  return await readdir(directory, { withFileTypes: true }).then(
    (entries) => entries.sort((a, b) => (a.name < b.name ? -1 : 1)),
    (error: unknown) => ({ error }),
  )
}

type Place = Pick<ScannedNote, 'path' | 'file'> & { readonly name: string }
type Look = (file: string) => Stats | Promise<Stats>

async function scanFile({ name, path, file }: Place, look: Look): Promise<ScannedFile | []> {
  try {
    const looked = look(file)
    const found = looked instanceof Promise ? await looked : looked
    if (found.isSymbolicLink()) return { kind: 'skipped', path, reason: linked, isNone: true }
    if (!found.isFile()) return { kind: 'skipped', path, reason: 'not a regular file', isNone: true }
    if (isAwaited(found)) return { kind: 'skipped', path, reason: 'the cloud has not downloaded it' }
    return { kind: 'file', path, file, sizeBytes: found.size, mtimeMs: found.mtimeMs, inode: found.ino }
  } catch (error) {
    if (isGone(path, error)) return []
    const invalid = name.includes('\uFFFD')
    return { kind: 'skipped', path, reason: invalid ? 'its name is not valid UTF-8' : systemErrorReason(error) }
  }
}

/**
 * Whether the content of a file is in the cloud alone: there macOS keeps its name and size. Reading would download it.
 * @example isAwaited({ size: 9, blocks: 0 }, 'darwin') // true
 */
export function isAwaited({ size, blocks }: Pick<Stats, 'size' | 'blocks'>, platform = process.platform): boolean {
  // Elsewhere a small file may lie in its entry, without a block.
  return platform === 'darwin' && size > 0 && blocks === 0
}

function passesAll({ ignore = [] }: ScanNotesOptions): Passes {
  const plain = ignore.map((path) => path.normalize('NFC').replaceAll(/^(?:\.\/)+|\/+$/g, ''))
  const ignored = new Set(['node_modules', ...plain])
  return (path, name) => !name.startsWith('.') && !ignored.has(name.normalize('NFC')) && !ignored.has(path)
}
