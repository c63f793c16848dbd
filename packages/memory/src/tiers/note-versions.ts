import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readNoteBytes, readNoteRules } from '@datacortex/notes'
import { codedError } from '@datacortex/errors'
import { type SpacePaths, mindFolders, resolveInside, sha256, systemErrorCode } from '@datacortex/platform'
import { noteIndexPlace } from '../index/open-chunks.ts'

export type Versions = {
  /** Of the index as a whole: a new note may be a better answer than any that is remembered. */
  readonly index: () => Promise<string>
  /** Of notes, by path; those that are gone, or left out by the rules of the space, are absent. */
  readonly notes: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/**
 * Versions of the files and the index of a space.
 * @example await spaceVersions(paths).notes(['0-personal/notes/a.md'])
 */
export function spaceVersions(paths: SpacePaths): Versions {
  const { directory, graphFile } = noteIndexPlace(paths)
  const journal = join(paths.stateDirectory, 'session-memories.jsonl')
  return {
    // Every write to the collection makes and removes the name of the lock's owner in the folder, and so changes its
    // time; reading doesn't. A write to a mind counts too: its memories are in tier 1, and those that
    // the version before kept in a journal.
    index: async () =>
      (await Promise.all([directory, graphFile, journal, ...(await mindFolders(paths))].map(stamp))).join(' '),
    notes: async (notes) => {
      const { leavesOut } = await readNoteRules(paths)
      const taken = notes.filter((path) => !leavesOut(path))
      const found = await Promise.all(taken.map(async (path) => [path, await noteVersion(paths, path)] as const))
      return new Map(found.flatMap(([path, version]) => (version === undefined ? [] : [[path, version]])))
    },
  }
}

async function noteVersion(paths: SpacePaths, path: string): Promise<string | undefined> {
  const file = await resolveInside(paths.root, path).catch(() => undefined)
  if (file === undefined) return undefined
  const bytes = await readNoteBytes({ path, file }, { maxBytes: mostBytes }).catch(codedError)
  if (bytes instanceof Uint8Array) return sha256(bytes)
  // What is no small file has a version too.
  return systemErrorCode(bytes.cause) === 'ENOENT' ? undefined : await stamp(file)
}

const mostBytes = 5_000_000

async function stamp(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true })
    return `${ino}-${mtimeNs}-${size}`
  } catch (error) {
    return systemErrorCode(error) ?? 'unknown'
  }
}
