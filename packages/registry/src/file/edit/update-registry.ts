import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import {
  type Disk,
  type SpacePaths,
  patientLimit,
  platformError,
  removeStaleTemporaries,
  replaceFile,
  systemErrorCode,
  systemErrorReason,
  withLock,
} from '@datacortex/platform'
import { createEditor, type RegistryEditor } from './create-editor.ts'
import { parseRegistry } from '../read/parse-registry.ts'
import { readRegistryText } from '../read/read-registry.ts'
import { copyView } from '../registry-view.ts'
import { writeView } from './write-view.ts'

// Each holder is alive, and eight of them on two busy cores take a while.
const timeoutMs = 60_000
// A person saves once; whatever saves each time is a program that will not stop for us.
const mostTimes = 10

export type UpdateOptions = {
  /** Runs the edit and checks that the result could be written, but writes nothing and takes no lock. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Where the file lies; the disks of this machine if absent. */
  readonly disk?: Disk | undefined
}

/**
 * Changes the registry: re-reads it under the cross-process lock, runs the edit, and writes what differs.
 *
 * Comments, order, blank lines, unknown keys and the style of everything untouched stay as they are, byte for byte.
 * The file is replaced as a whole, and only if something differs. If the edit throws, nothing is written. If somebody who
 * takes no lock, such as an editor, saves the file meanwhile, the edit is run again on what they saved.
 * @param edit - Gets the editor; keeps nothing of an earlier run, and must not start another update, which would wait for this one.
 * @returns What `edit` returned.
 * @throws `PLATFORM_LOCK_TIMEOUT` if another process holds the lock for more than a minute.
 * @throws `PLATFORM_FILE_UNWRITABLE` if file or folder may not be written, or is saved anew during each of ten
 *   runs of the edit; the file is then as before.
 * @throws `REGISTRY_EDIT_REFUSED` if YAML anchors would carry the edit into other entries, if it would write
 *   out what an entry shares with others, or replace what somebody wrote in a way that can't be read.
 * @throws As {@link readRegistry} if the file can't be read.
 * @example await updateRegistry(paths, (editor) => editor.setAgent('writer', entry))
 */
export async function updateRegistry<T>(
  paths: SpacePaths,
  edit: (editor: RegistryEditor) => Promise<T> | T,
  options: UpdateOptions = {},
): Promise<T> {
  const { signal, dryRun = false, disk } = options
  signal?.throwIfAborted()
  if (dryRun) return (await changed(paths, edit)).result
  const run = async (): Promise<T> => {
    await removeStaleTemporaries(paths.agentsFile)
    for (let times = 1; ; times += 1) {
      const { digest, text, result } = await changed(paths, edit)
      signal?.throwIfAborted()
      // Editors and git take no lock: what they saved since the file was read is not to be lost.
      if (text === undefined || (await write(paths, text, { expected: digest, disk }))) return result
      if (times === mostTimes)
        throw platformError('PLATFORM_FILE_UNWRITABLE', {
          file: paths.agentsFile,
          reason: 'another program changes it all the time',
        })
    }
  }
  return locked(join(paths.locksDirectory, 'registry'), run, signal)
}

// `text` is undefined if nothing differs.
async function changed<T>(
  { agentsFile: file }: SpacePaths,
  edit: (editor: RegistryEditor) => Promise<T> | T,
): Promise<{ digest: string; text: string | undefined; result: T }> {
  const { text, bytes, digest } = await readRegistryText(file)
  const { document, registry, view: before } = parseRegistry(text, { file, bytes })
  const after = copyView(before)
  const result = await edit(createEditor(registry, after))
  const written = writeView({ text, document, before, file }, after)
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb ? '\ufeff' : ''
  return { digest, text: written === text ? undefined : `${mark}${written}`, result }
}

async function write(
  { agentsFile: file }: SpacePaths,
  text: string,
  options: { readonly expected: string; readonly disk: Disk | undefined },
): Promise<boolean> {
  // Replacing the file would work, but its owner has forbidden to write it.
  const reason = await access(file, constants.W_OK).then(
    () => undefined,
    (error: unknown) => (systemErrorCode(error) === 'ENOENT' ? undefined : systemErrorReason(error)),
  )
  if (reason !== undefined) throw platformError('PLATFORM_FILE_UNWRITABLE', { file, reason })
  return await replaceFile(file, text, options)
}

async function locked<T>(file: string, run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let isHeld = false
  try {
    return await withLock(file, () => ((isHeld = true), run()), { signal, timeoutMs: patientLimit(timeoutMs) })
  } catch (error) {
    // A lock file that can't be made is the same trouble as a registry that can't be written.
    if (isHeld || CodedError.is(error) || signal?.aborted === true) throw error
    throw platformError('PLATFORM_FILE_UNWRITABLE', { file, reason: systemErrorReason(error) }, { cause: error })
  }
}
