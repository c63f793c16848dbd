import { constants } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorReason } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import type { ModuleFiles, ModuleLimits } from '../contents/module-files.ts'
import { checkModuleFiles, defaultModuleLimits, tooLarge } from '../contents/module-files.ts'

export type ReadFolderOptions = {
  /** Names in the folder itself that are left out. */
  readonly ignore?: readonly string[] | undefined
  readonly limits?: ModuleLimits | undefined
  readonly signal?: AbortSignal | undefined
}

/** Reads all files of a module's folder; links and special files are refused, not followed. */
export async function readModuleFolder(directory: string, options: ReadFolderOptions = {}): Promise<ModuleFiles> {
  const limits = options.limits ?? defaultModuleLimits
  const reading = { directory, limits, files: new Map<string, Uint8Array>(), bytes: 0, signal: options.signal }
  await readInto(reading, { folder: '', ignore: new Set(options.ignore) })
  checkModuleFiles(reading.files, { origin: directory, limits })
  return reading.files
}

type Reading = {
  readonly directory: string
  readonly limits: ModuleLimits
  readonly files: Map<string, Uint8Array>
  bytes: number
  readonly signal: AbortSignal | undefined
}

async function readInto(
  reading: Reading,
  { folder, ignore }: { readonly folder: string; readonly ignore?: ReadonlySet<string> },
): Promise<void> {
  reading.signal?.throwIfAborted()
  const entries = await readdir(join(reading.directory, folder), { withFileTypes: true }).catch((error: unknown) =>
    refuse(reading, `${folder === '' ? 'the folder' : folder} can't be read: ${systemErrorReason(error)}`),
  )
  for (const entry of entries) {
    if (ignore?.has(entry.name)) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) await readInto(reading, { folder: path })
    else if (entry.isSymbolicLink()) refuse(reading, `${path} is a symbolic link`)
    else if (entry.isFile()) await readFileInto(reading, path)
    else refuse(reading, `${path} is not a regular file`)
  }
}

async function readFileInto(reading: Reading, path: string): Promise<void> {
  if (reading.files.size >= reading.limits.maxFiles)
    refuse(reading, `it has more than ${reading.limits.maxFiles} files`)
  let handle: FileHandle
  try {
    // O_NOFOLLOW: the entry may have become a link since it was listed. Windows has no such flag.
    handle = await open(join(reading.directory, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    return refuse(reading, `${path} can't be read: ${systemErrorReason(error)}`)
  }
  await using file = handle
  const { size } = await file.stat()
  reading.bytes += size
  if (reading.bytes > reading.limits.maxBytes) refuse(reading, tooLarge(reading.limits))
  reading.files.set(path, await file.readFile())
}

function refuse(reading: Reading, problem: string): never {
  throw moduleError('MODULE_CONTENT_REFUSED', { origin: reading.directory, problems: [problem] })
}
