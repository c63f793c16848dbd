import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import {
  type SpacePaths,
  isThere,
  makeFolder,
  removeFolder,
  sha256,
  systemErrorCode,
  userPaths,
  walkFiles,
  writeFileAtomically,
  ifRefused,
} from '@datacortex/platform'
import { type IndexState, readIndexState, promptsAreUnchanged } from './index-state.ts'

/** Where the find index of a space can be written: in the space, or else in the cache of the user. */
export async function findPlace(paths: SpacePaths): Promise<SpacePaths> {
  const isWritable = (await canWrite(join(paths.cacheDirectory, 'find'))) && (await canWrite(paths.locksDirectory))
  return isWritable ? paths : userPlace(paths)
}

/** Where the user keeps the index of a space in which nothing can be written. */
export function userPlace(paths: SpacePaths): SpacePaths {
  const cacheDirectory = join(userPaths().cache, 'spaces', sha256(paths.root).slice(0, 16))
  return { ...paths, cacheDirectory, locksDirectory: join(cacheDirectory, 'locks') }
}

/** The index of a space if it is in step, wherever it is. */
export async function freshIndex(paths: SpacePaths, options: Parameters<typeof spaceFingerprint>[1]) {
  const [inSpace, fingerprint] = await Promise.all([readIndexState(paths), spaceFingerprint(paths, options)])
  if (isInStep(paths, inSpace, fingerprint)) return { state: inSpace, place: paths }
  // Also of a space that seems writable: its disk may have been full.
  const place = userPlace(paths)
  const state = await readIndexState(place)
  return isInStep(paths, state, fingerprint) ? { state, place } : undefined
}

function isInStep(paths: SpacePaths, state: IndexState | undefined, fingerprint: string): state is IndexState {
  return state?.fingerprint === fingerprint && promptsAreUnchanged(paths, state.prompts)
}

/** Copies the index, so that only what differs is embedded; does nothing if there is one already. */
export async function copyIndex(from: SpacePaths, to: SpacePaths): Promise<void> {
  if ((await readIndexState(to)) !== undefined) return
  for await (const entry of walkFiles(join(from.cacheDirectory, 'find'))) {
    if (entry.kind !== 'file') continue
    const target = join(to.cacheDirectory, 'find', entry.relativePath)
    // What can't be written there is to be written here.
    await writeFileAtomically(target, await readFile(entry.path), { isRebuildable: true, mode: 0o600 })
  }
}

/** By doing it: permission bits say too little. Full disks can't be told from others this way, and need not be. */
async function canWrite(folder: string): Promise<boolean> {
  if (!(await isThere(folder)) && dirname(folder) !== folder) return await canWrite(dirname(folder))
  try {
    const probe = join(folder, `.probe-${randomUUID()}`)
    await makeFolder(probe)
    await removeFolder(probe)
    return true
  } catch (error) {
    const code = systemErrorCode(error) ?? ''
    return !['EACCES', 'EPERM', 'EROFS'].includes(code)
  }
}

/** A hash of the files that decide what is found. It parses nothing, and is the same for a copy of the space. */
export async function spaceFingerprint(
  paths: SpacePaths,
  options: { bundledDirectory?: string | undefined; utterances?: { files: readonly string[] } | undefined },
): Promise<string> {
  const { bundledDirectory, utterances } = options
  const bundled = bundledDirectory === undefined ? [] : await manifestsIn(bundledDirectory)
  const manifests = [...bundled, ...(await manifestsIn(paths.modulesDirectory)), ...(await npmManifests(paths))]
  const files = [
    paths.agentsFile,
    paths.settingsFile,
    paths.settingsLocalFile,
    join(paths.root, 'package.json'),
    ...manifests,
    ...(utterances?.files ?? []),
  ]
  const ofProgram = new Set(bundled)
  const place = (file: string): string =>
    ofProgram.has(file) && bundledDirectory !== undefined
      ? join('bundled:', relative(bundledDirectory, file))
      : relative(paths.root, file)
  const parts = await Promise.all(files.map(async (file) => `${place(file)}\n${await hashOf(file)}`))
  return sha256(parts.join('\n'))
}

async function hashOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch(ifRefused(undefined))
  return bytes === undefined ? '-' : sha256(bytes)
}

async function manifestsIn(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(ifRefused([]))
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(directory, name, 'module.yaml'))
}

async function npmManifests(paths: SpacePaths): Promise<readonly string[]> {
  const text = await readFile(join(paths.root, 'package.json'), 'utf8').catch(ifRefused(undefined))
  // Names are enough; whether the file is proper JSON is for its owner to know.
  const names = [...(text ?? '').matchAll(/"((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)"\s*:/g)].map((match) => match[1] ?? '')
  return [...new Set(names)].sort().map((name) => join(paths.root, 'node_modules', name, 'module.yaml'))
}
