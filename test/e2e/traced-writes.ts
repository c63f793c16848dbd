import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import sqlite from 'node:sqlite'
import { fingerprint } from './temporary-folder.ts'

type Call = (...parameters: unknown[]) => unknown
type Calls = Record<string, Call>

/** What changes the file that its first parameter names, and what does so to its second. */
const first = [
  'appendFile',
  'chmod',
  'mkdir',
  'mkdtemp',
  'rename',
  'rm',
  'rmdir',
  'truncate',
  'unlink',
  'utimes',
  'lutimes',
  'writeFile',
]
const second = ['copyFile', 'cp', 'link', 'rename', 'symlink']

/**
 * The paths below a folder that this process changes while something runs: what the program asks of `node:fs` and SQLite, and
 * what native code such as LanceDB leaves changed. Relative to the folder, with the folders above each.
 */
export async function tracedWrites(root: string, run: () => Promise<unknown>): Promise<readonly string[]> {
  const paths = new Set<string>()
  const note = (path: unknown): void => {
    if (typeof path !== 'string') return
    const below = relative(root, realPath(path))
    if (!below.startsWith('..')) paths.add(below)
  }
  const before = await fingerprint(root)
  const restore = wrapAll(note)
  try {
    await run()
  } finally {
    restore()
  }
  const after = await fingerprint(root)
  for (const path of Object.keys({ ...before, ...after })) if (before[path] !== after[path]) paths.add(path)
  for (const path of paths) for (let up = dirname(path); up !== '.'; up = dirname(up)) paths.add(up)
  return [...paths].filter((path) => path !== '').toSorted()
}

/** The program reaches files through the folders that it holds. */
function realPath(path: string): string {
  const held = /^\/proc\/self\/fd\/\d+/.exec(path)?.[0]
  return held === undefined ? resolve(path) : join(fs.readlinkSync(held), path.slice(held.length))
}

function wrapAll(note: (path: unknown) => void): () => void {
  const undo: (() => void)[] = []
  const wrap = (of: object, name: string, noted: (parameters: readonly unknown[]) => void): void => {
    const calls = of as Calls
    const call = calls[name]
    if (call === undefined) return
    calls[name] = (...parameters) => {
      noted(parameters)
      return call.apply(of, parameters)
    }
    undo.push(() => void (calls[name] = call))
  }
  for (const [of, end] of [
    [fs, ''],
    [fs, 'Sync'],
    [fs.promises, ''],
  ] as const) {
    for (const name of first) wrap(of, `${name}${end}`, ([path]) => note(path))
    for (const name of second) wrap(of, `${name}${end}`, ([, path]) => note(path))
    wrap(of, `open${end}`, ([path, flags]) => void (isWriting(flags) && note(path)))
  }
  wrap(fs, 'createWriteStream', ([path]) => note(path))
  const { DatabaseSync } = sqlite
  sqlite.DatabaseSync = class extends DatabaseSync {
    constructor(...parameters: ConstructorParameters<typeof DatabaseSync>) {
      note(parameters[0])
      super(...parameters)
    }
  }
  undo.push(() => void (sqlite.DatabaseSync = DatabaseSync))
  syncBuiltinESMExports()
  return () => {
    for (const one of undo.toReversed()) one()
    syncBuiltinESMExports()
  }
}

const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants

function isWriting(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0
  return typeof flags === 'string' && /[wa+]/.test(flags)
}

/** For the name of a planted file: no link of this name is ever one to the like of it. */
export function otherName(path: string): string {
  return `canary-${basename(path)}`
}
