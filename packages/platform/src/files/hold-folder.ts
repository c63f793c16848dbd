import { closeSync, constants, existsSync, lstatSync, mkdirSync, opendirSync, openSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { platformError } from '../errors.ts'
import { systemErrorCode } from './system-error-reason.ts'

/** Where links end. */
export type Below = {
  /**
   * The folder below which no symbolic link is followed; it may be reached through one itself. The space, for what lies in
   * its `.datacore`, if absent. For paths elsewhere links are followed.
   */
  readonly below?: string | undefined
}

export type HeldFolder = Disposable & {
  /** A path to the very folder that was looked at, wherever it may be moved meanwhile. */
  readonly folder: string
  /** Throws if a link was put into its way meanwhile, where the system can't hold a folder. */
  readonly check: () => void
}

type HoldOptions = Below & {
  readonly make?: boolean | undefined
  /** Permission bits of new folders. */
  readonly mode?: number | undefined
}

/** Holds a folder that is reached through no link. On Linux the path leads through what is open; elsewhere `check` looks again. */
export function holdFolder(path: string, options: HoldOptions = {}): HeldFolder {
  const folder = resolve(path)
  const root = linkFreeFrom(folder, options) ?? folder
  const steps = relative(root, folder)
    .split(sep)
    .filter((part) => part !== '')
  if (options.make === true) makePlainly(root, options)
  return existsSync(openFolders)
    ? openedFolder(root, { steps, ...options })
    : lookedAtFolder(root, { steps, ...options })
}

/** Does something with a path in its folder, which is held meanwhile. */
export async function inFolder<T>(file: string, options: HoldOptions, act: (at: string) => Promise<T>): Promise<T> {
  using held = holdFolder(dirname(file), options)
  const result = await act(join(held.folder, basename(file)))
  held.check()
  return result
}

/** Where links end for a path; undefined if they are followed. */
export function linkFreeFrom(path: string, { below }: Below): string | undefined {
  const absolute = resolve(path)
  if (below !== undefined && isInside(resolve(below), absolute)) return resolve(below)
  return inSpace.exec(absolute)?.groups?.['root']
}

/** Whether a path is a folder or lies in it, by their spelling. */
export function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}

const inSpace = /^(?<root>.*?[/\\])\.datacore(?:[/\\]|$)/s

export function linkInWay(file: string, link: string): Error {
  return platformError('PLATFORM_FILE_UNWRITABLE', {
    file,
    reason: `${link === file ? 'it' : link} is a symbolic link, and nothing is written through one`,
    hint: 'Remove the link, or put a file or folder of the space in its place; what it leads to was not touched.',
  })
}

type Steps = HoldOptions & { readonly steps: readonly string[] }

// Where Linux shows what is open.
const openFolders = '/proc/self/fd'
// Needs no right to read the folder, as writing in it needs none. Node has no name for it.
const forPath = 0o10000000

function openedFolder(root: string, { steps, ...options }: Steps): HeldFolder {
  let held = openSync(root, forPath | constants.O_DIRECTORY)
  try {
    for (const [index, step] of steps.entries()) {
      const at = `${openFolders}/${held}/${step}`
      const path = join(root, ...steps.slice(0, index + 1))
      const next = madeOnce(at, options, () => {
        try {
          return openSync(at, forPath | constants.O_DIRECTORY | constants.O_NOFOLLOW)
        } catch (error) {
          throw isLinkNow(at) ? linkInWay(join(root, ...steps), path) : error
        }
      })
      closeSync(held)
      held = next
    }
  } catch (error) {
    closeSync(held)
    throw error
  }
  return { folder: `${openFolders}/${held}`, check: () => {}, [Symbol.dispose]: () => closeSync(held) }
}

function lookedAtFolder(root: string, { steps, ...options }: Steps): HeldFolder {
  const folder = join(root, ...steps)
  const look = (make: boolean): string =>
    steps
      .map((_, index) => {
        const path = join(root, ...steps.slice(0, index + 1))
        const found = madeOnce(path, { ...options, make }, () => {
          if (isLinkNow(path)) throw linkInWay(folder, path)
          // Of a file the system says what is wrong with it.
          opendirSync(path).closeSync()
          return lstatSync(path, { bigint: true })
        })
        return `${found.dev}:${found.ino}`
      })
      .join(' ')
  const before = look(options.make === true)
  const check = (): void => {
    if (look(false) !== before) throw linkInWay(folder, folder)
  }
  return { folder, check, [Symbol.dispose]: () => {} }
}

function madeOnce<T>(path: string, { make = false, mode }: HoldOptions, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!make || !['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) throw error
    makeOne(path, mode)
    return open()
  }
}

/** The recursive `mkdir` of Node never ends where nothing can be made although nothing is in the way, as in `/proc`. */
function makePlainly(folder: string, { mode }: HoldOptions): void {
  if (isFolderNow(folder)) return
  try {
    makeOne(folder, mode)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    makePlainly(dirname(folder), { mode })
    // A second ENOENT is the answer of a file system that makes nothing.
    makeOne(folder, mode)
  }
}

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Somebody else may make it at the same moment.
    if (systemErrorCode(error) !== 'EEXIST' || !isFolderNow(folder)) throw error
  }
}

function isFolderNow(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isLinkNow(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
