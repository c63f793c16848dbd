import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  type DeepReadonly,
  type SpacePaths,
  isLink,
  isThere,
  makeFolder,
  move,
  openToWrite,
  parseJson,
  readTextFile,
  removeFile,
  removeFolder,
  unwritable,
  writeFileAtomically,
} from '@datacortex/platform'
import { z } from 'zod'
import { ifCoded, attempt } from '@datacortex/errors'
import { type ModuleFiles, moduleIntegrity } from '../contents/module-files.ts'
import { ModuleOriginSchema } from '../fetch/module-spec.ts'
import { readFolder } from '../discover/discover-modules.ts'
import { readModuleFolder } from '../fetch/read-module-files.ts'

/** A folder in which an installation is prepared, beside the modules, so that it can be renamed into place. */
export type Staging = { readonly directory: string; readonly modulesDirectory: string }

/** What is written when everything is staged: from here on the installation is finished, even after a kill. */
export type JournalEntry = DeepReadonly<z.infer<typeof JournalEntry>>

const JournalEntry = z.object({
  name: z.string().regex(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/),
  integrity: z.string(),
  origin: ModuleOriginSchema,
  installedAt: z.string(),
})

const prefix = '.staging-'

export async function makeStaging(paths: SpacePaths): Promise<Staging> {
  const directory = join(paths.modulesDirectory, `${prefix}${randomBytes(8).toString('hex')}`)
  await writing(directory, makeFolder(directory))
  return { directory, modulesDirectory: paths.modulesDirectory }
}

/** Writes the files of a module into the staging folder, synced, never executable. */
export async function stageFiles({ directory }: Staging, files: ModuleFiles): Promise<void> {
  for (const [path, content] of files) {
    const target = join(directory, 'module', ...path.split('/'))
    await writing(target, stageFile(target, content))
  }
}

async function stageFile(target: string, content: Uint8Array): Promise<void> {
  await using handle = await openToWrite(target, 'new', { mode: 0o644 })
  await handle.writeFile(content)
  await handle.sync()
}

/** A full or read-only disk is no bug. */
async function writing(file: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw unwritable(file, error)
  }
}

/** Decides the installation: what is staged will be finished from now on. */
export async function commitJournal({ directory }: Staging, entry: JournalEntry): Promise<void> {
  await writeFileAtomically(join(directory, 'install.json'), JSON.stringify(entry))
}

/** Renames the staged files into place and the old ones out of it; does nothing if that was done already. */
export async function swapIntoPlace({ directory, modulesDirectory }: Staging, name: string): Promise<void> {
  const staged = join(directory, 'module')
  if (!(await isThere(staged))) return
  const target = join(modulesDirectory, name)
  // With an old one in the staging folder the first rename was done before a kill.
  const isTaken = (await isThere(target)) || (await isLink(target))
  if (isTaken && !(await isThere(join(directory, 'old')))) await move(target, join(directory, 'old'))
  await move(staged, target)
}

/** Renames an installed module into the staging folder: from then on it is removed. */
export async function swapOutOfPlace({ directory, modulesDirectory }: Staging, name: string): Promise<void> {
  const target = join(modulesDirectory, name)
  if (await isThere(target)) await move(target, join(directory, 'old'))
}

export async function clearStaging({ directory }: Staging): Promise<void> {
  // First the journal: without it the rest is only rubbish.
  await removeFile(join(directory, 'install.json'))
  await removeFolder(directory)
}

/** Interrupted installations that were decided; deletes the others. Call it only while holding the lock. */
export async function findInterrupted(
  paths: SpacePaths,
): Promise<readonly { readonly staging: Staging; readonly entry: JournalEntry }[]> {
  const names = (await readFolder(paths.modulesDirectory)).map((entry) => entry.name)
  const found: { staging: Staging; entry: JournalEntry }[] = []
  for (const name of names.filter((name) => name.startsWith(prefix)).sort()) {
    const staging = { directory: join(paths.modulesDirectory, name), modulesDirectory: paths.modulesDirectory }
    const entry = await readJournal(staging)
    if (entry !== undefined && (await isComplete(staging, entry))) found.push({ staging, entry })
    else {
      // Only a broken disk gets here with a decided installation; what was there before is better than nothing.
      if (entry !== undefined) await restoreOld(staging, entry.name)
      await clearStaging(staging)
    }
  }
  return found
}

/** Undoes {@link swapIntoPlace}, in full or in part: the old files are in place again, the new ones are gone. */
export async function undoSwap({ directory, modulesDirectory }: Staging, name: string): Promise<void> {
  const target = join(modulesDirectory, name)
  const wasSwapped = !(await isThere(join(directory, 'module')))
  if (wasSwapped) await removeFolder(target)
  await restoreOld({ directory, modulesDirectory }, name)
}

/** Puts the old files in place again, if nothing else is there. */
export async function restoreOld({ directory, modulesDirectory }: Staging, name: string): Promise<void> {
  const target = join(modulesDirectory, name)
  const old = join(directory, 'old')
  if ((await isThere(old)) && !(await isThere(target))) await move(old, target)
}

async function readJournal({ directory }: Staging): Promise<JournalEntry | undefined> {
  const file = join(directory, 'install.json')
  const read = await readTextFile(file)
  if (!read.ok) return undefined
  return attempt(() => parseJson(read.text, JournalEntry, { origin: file }), ifCoded(undefined))
}

async function isComplete({ directory, modulesDirectory }: Staging, entry: JournalEntry): Promise<boolean> {
  const staged = join(directory, 'module')
  const place = (await isThere(staged)) ? staged : join(modulesDirectory, entry.name)
  try {
    return moduleIntegrity(await readModuleFolder(place)) === entry.integrity
  } catch {
    return false
  }
}
