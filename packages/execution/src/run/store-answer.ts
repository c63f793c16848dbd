import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { writeFileAtomically } from '@datacortex/platform'
import type { ExecutionOutput } from '../log/execution-record.ts'

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
  await writeFileAtomically(join(paths.stateDirectory, 'outputs', name), text.endsWith('\n') ? text : `${text}\n`)
  return { path: `.datacore/state/outputs/${name}`, type: isWhole ? 'answer' : 'incomplete-answer' }
}
