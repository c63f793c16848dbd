import { CodedError, type Finding, codedError, warningFinding } from '@datacortex/errors'
import { type SpacePaths, isThere, resolveInside } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import type { HookSettings } from './hook-settings.ts'

/** Looks whether the files are there that an agent's hooks ask for before each run. */
export async function checkPreconditions(
  paths: SpacePaths,
  { agent, preconditions }: { agent: string; preconditions: HookSettings['preconditions'] },
): Promise<readonly Finding[]> {
  if (preconditions === undefined) return []
  const files: string[] = []
  for (const file of preconditions.files) if (!(await isInSpace(paths, file))) files.push(file)
  if (files.length === 0) return []
  const missing = executionError('EXECUTION_PRECONDITION_MISSING', { agent, files })
  if (preconditions.aborts) throw missing
  return [
    warningFinding(missing.code, agent, {
      message: `Its hook validate-preconditions asks for ${files.join(', ')}, which is not there.`,
      hint: missing.hint,
    }),
  ]
}

/** A path that leaves the space names nothing in it. */
async function isInSpace({ root }: SpacePaths, file: string): Promise<boolean> {
  const path = await resolveInside(root, file).catch(codedError)
  return !CodedError.is(path) && (await isThere(path))
}
