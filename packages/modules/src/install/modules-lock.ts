import { join } from 'node:path'
import { schemaIssues, withLock, patientLimit } from '@datacortex/platform'
import type { DeepReadonly, LockOptions, SpacePaths } from '@datacortex/platform'
import { z } from 'zod'
import { CodedError, codedError } from '@datacortex/errors'
import { moduleError } from '../errors.ts'
import { ModuleOriginSchema } from '../fetch/module-spec.ts'
import { type DryRun, openYamlFile, writeYamlEntries, yamlEntries } from './yaml-file.ts'

const names = z.array(z.string()).default([])

export type LockedModule = DeepReadonly<z.infer<typeof LockedModule>>

const LockedModule = z.object({
  version: z.string(),
  origin: ModuleOriginSchema,
  /** See {@link moduleIntegrity}. */
  integrity: z.string().startsWith('sha512-'),
  /** What was granted at installation. */
  permissions: z.object({ network: names, writes: names, reads: names, env: names, commands: names }).prefault({}),
  installed_at: z.string(),
})

const LockedModules = z.record(z.string(), LockedModule)

const layout = {
  top: 'modules',
  comment:
    ' Installed modules, where they came from and what they were granted. Written by datacortex; keep it in git.',
}

/** What is installed, by name; empty if there is no such file. Throws `MODULE_FILE_INVALID`. */
export async function readModulesLock(paths: SpacePaths): Promise<ReadonlyMap<string, LockedModule>> {
  const file = paths.modulesLockFile
  const result = LockedModules.safeParse(yamlEntries(await openYamlFile(file, layout)))
  if (!result.success) throw moduleError('MODULE_FILE_INVALID', { file, issues: schemaIssues(result.error) })
  return new Map(Object.entries(result.data))
}

/** Writes or (with `undefined`) deletes one entry; others and comments stay. Returns whether the file changed. */
export async function setLockedModule(
  paths: SpacePaths,
  name: string,
  { entry, dryRun }: DryRun & { readonly entry: LockedModule | undefined },
): Promise<boolean> {
  const yaml = await openYamlFile(paths.modulesLockFile, layout)
  // Without undefined fields, so that equal entries compare as equal.
  const value: unknown = entry && JSON.parse(JSON.stringify(entry))
  return writeYamlEntries(yaml, new Map([[name, value]]), { dryRun })
}

/** Runs a change of the space's modules while no other process does; one that changes nothing, also where nothing can be. */
export function withModulesLock<T>(
  paths: SpacePaths,
  run: () => Promise<T>,
  { signal, timeoutMs, dryRun }: LockOptions & DryRun = {},
): Promise<T> {
  if (dryRun === true) return run()
  return withLock(join(paths.locksDirectory, 'modules'), run, { signal, timeoutMs })
}

/** Looks, and if something seems wrong again under the lock of the modules; the first look stands if it is held. */
export async function checkAgain<T>(
  paths: SpacePaths,
  look: () => Promise<T>,
  options: LockOptions & { readonly seemsWrong: (seen: T) => boolean },
): Promise<T> {
  const { seemsWrong, signal, timeoutMs = patientLimit(longestWaitMs) } = options
  const first = await look().catch(codedError)
  if (!CodedError.is(first) && !seemsWrong(first)) return first
  try {
    return await withModulesLock(paths, look, { signal, timeoutMs })
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE') && !CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT')) throw error
    if (CodedError.is(first)) throw first
    return first
  }
}

// A change takes a second or two; somebody waits for this answer and is not told why.
const longestWaitMs = 10_000
