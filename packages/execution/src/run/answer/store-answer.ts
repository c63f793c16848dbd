import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type SpacePaths, ifRefused, removeFile, writeFileAtomically } from '@datacortex/platform'
import type { ExecutionOutput } from '../../log/execution-record.ts'
import { logFiles, readActive } from '../../log/log-files.ts'

/** Refuses a run of which nothing could be kept, before it costs anything, by writing where answer and log will be. */
export async function refuseUnkept(paths: SpacePaths): Promise<void> {
  const { active } = logFiles(paths)
  for (const folder of [outputsFolder(paths), dirname(active)]) await tryWriting(folder)
  await readActive(paths)
}

// More than an empty file, which a full disk still takes.
const probe = ' '.repeat(4096)

async function tryWriting(folder: string): Promise<void> {
  // Named as a temporary file, so that one that a kill left behind is passed over and cleared away.
  const file = join(folder, `.probe.${randomUUID()}.tmp`)
  try {
    await writeFileAtomically(file, probe, { isRebuildable: true })
  } finally {
    await removeFile(file).catch(ifRefused(undefined))
  }
}

/** Keeps the text that a run came to as a file of the space's state. Throws `PLATFORM_FILE_UNWRITABLE`. */
export async function storeAnswer(
  paths: SpacePaths,
  { id, text, isWhole }: { id: string; text: string; isWhole: boolean },
): Promise<ExecutionOutput> {
  await writeFileAtomically(join(outputsFolder(paths), `${id}.md`), text.endsWith('\n') ? text : `${text}\n`)
  return { path: answerPath(id), type: isWhole ? 'answer' : 'incomplete-answer' }
}

export function answerPath(id: string): string {
  return `.datacore/state/outputs/${id}.md`
}

function outputsFolder({ stateDirectory }: SpacePaths): string {
  return join(stateDirectory, 'outputs')
}
