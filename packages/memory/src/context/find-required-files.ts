import { isPattern, plainPath } from '@datacortex/platform'
import type { LeftOut } from './context-block.ts'
import { type RequiredFiles, matchingFiles, mostEntries, mostSeen, passedOver } from './patterns/matching-files.ts'
import { type SpaceReader, absent, entriesIn } from './space-reader.ts'

export type FindRequiredFilesOptions = {
  /** Paths to try: a place that it names, itself, folders it may lie in. */
  readonly elsewhere: readonly string[]
  readonly signal?: AbortSignal | undefined
}

const mostFiles = 50

/** The files of a path: itself, texts of a folder, matches of a pattern; of more than 50 the newest, or first. */
export async function findRequiredFiles(
  reader: SpaceReader,
  wanted: string,
  { elsewhere, signal }: FindRequiredFilesOptions,
): Promise<RequiredFiles> {
  const refused = reader.unsafe(wanted)
  if (refused !== undefined) return { files: [], leftOut: [{ origin: wanted, reason: refused }] }
  let found: RequiredFiles | undefined
  let reason = absent
  for (const written of elsewhere) {
    const unsafe = reader.unsafe(written)
    if (unsafe !== undefined) {
      reason = unsafe
      continue
    }
    const listed = await listedAt(reader, await reader.spelled(plainPath(written)), signal)
    if (typeof listed !== 'string') {
      found = listed
      break
    }
    if (listed !== absent) reason = listed
  }
  if (found === undefined) return { files: [], leftOut: [{ origin: wanted, reason }] }
  // What may not be read says so by itself, and takes no place of what may.
  const open = found.files.filter((file) => reader.refusal(file) === undefined)
  const hidden = found.files.filter((file) => reader.refusal(file) !== undefined)
  const files = open.length > mostFiles ? newestFirst(open) : open
  const tooMany = files
    .slice(mostFiles)
    .map((origin) => ({ origin, reason: `more than ${mostFiles} files match ${wanted}` }))
  return { files: [...files.slice(0, mostFiles), ...hidden], leftOut: [...found.leftOut, ...tooMany] }
}

/** A name may have brackets and question marks, so what is called exactly so comes before what a pattern matches. */
async function listedAt(reader: SpaceReader, path: string, signal?: AbortSignal): Promise<RequiredFiles | string> {
  if (!isPattern(path)) return await filesAt(reader, path, signal)
  const literal = await filesAt(reader, path, signal)
  return typeof literal === 'string' ? await matchingFiles(reader, path, signal) : literal
}

function newestFirst(files: readonly string[]): readonly string[] {
  const name = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  if (!files.every((file) => /^\d{4}-\d{2}-\d{2}/.test(name(file)))) return files
  return [...files].sort((one, other) => (name(one) < name(other) ? 1 : -1))
}

async function filesAt(reader: SpaceReader, path: string, signal?: AbortSignal): Promise<RequiredFiles | string> {
  const kind = await reader.kindOf(path)
  const clean = path
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .join('/')
  if (kind === 'file') return { files: [clean], leftOut: [] }
  return kind === 'folder' ? await filesBelow(reader, clean, signal) : kind.reason
}

/** Links are not followed: they may lead anywhere and in circles. */
async function filesBelow(reader: SpaceReader, folder: string, signal?: AbortSignal): Promise<RequiredFiles> {
  const files: string[] = []
  const leftOut: LeftOut[] = []
  const others: string[] = []
  // The space itself has no name but this.
  const nameOf = (path: string): string => (path === '' ? '.' : path)
  const waiting = [folder]
  for (const next of waiting) {
    signal?.throwIfAborted()
    const entries = await entriesIn(reader, next)
    if (typeof entries === 'string') {
      leftOut.push({ origin: nameOf(next), reason: entries })
      continue
    }
    for (const entry of entries) {
      const path = next === '' ? entry.name : `${next}/${entry.name}`
      if (entry.isDirectory() && (entry.name === '.git' || entry.name === 'node_modules'))
        leftOut.push({ origin: path, reason: 'it is entered only by a path that names it' })
      else if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile() && textFile.test(entry.name)) files.push(path)
      else if (entry.isSymbolicLink())
        leftOut.push({ origin: path, reason: 'a link in a folder is not followed; name it by itself' })
      else others.push(path)
    }
    const isFull = files.length + others.length > mostEntries
    if (isFull || waiting.length > mostSeen) {
      const what = isFull ? `${mostEntries} files` : `${mostSeen} folders`
      const reason = `${nameOf(folder)} has more than ${what}; this is where reading ended`
      leftOut.push({ origin: nameOf(next), reason })
      break
    }
  }
  const reported = { origin: nameOf(folder), reason: 'of a folder only text files are read; passed over' }
  leftOut.push(...passedOver(reader, others, reported))
  if (files.length === 0 && leftOut.length === 0)
    leftOut.push({ origin: nameOf(folder), reason: 'the folder has no text files' })
  return { files: files.sort(), leftOut }
}

const textFile = /\.(?:md|markdown|org|txt|ya?ml)$/i
