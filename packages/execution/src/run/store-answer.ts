import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { refuseOutsideSpace, writeFileAtomically } from '@datacortex/platform'
import type { ExecutionOutput } from '../log/execution-record.ts'
import { logFiles } from '../log/log-files.ts'

/**
 * Refuses a run of which nothing could be kept, before it costs anything.
 *
 * @param paths - Of the space.
 * @throws {@link FileUnwritableError} if a link leads the log or the answers out of the space.
 */
export async function refuseUnkept(paths: SpacePaths): Promise<void> {
  for (const place of [outputsFolder(paths), logFiles(paths).active]) await refuseOutsideSpace(place)
}

/**
 * Keeps the text that a run came to as a file of the space's state.
 *
 * @param paths - Of the space.
 * @param options - `id` of the execution, the text, and whether it is all of the answer.
 * @returns How the log lists it.
 * @throws {@link FileUnwritableError}
 */
export async function storeAnswer(
  paths: SpacePaths,
  { id, text, isWhole }: { readonly id: string; readonly text: string; readonly isWhole: boolean },
): Promise<ExecutionOutput> {
  const name = `${id}.md`
  await writeFileAtomically(join(outputsFolder(paths), name), text.endsWith('\n') ? text : `${text}\n`)
  return { path: `.datacore/state/outputs/${name}`, type: isWhole ? 'answer' : 'incomplete-answer' }
}

function outputsFolder({ stateDirectory }: SpacePaths): string {
  return join(stateDirectory, 'outputs')
}
