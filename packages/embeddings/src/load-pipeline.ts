import type { AllTasks } from '@xenova/transformers'
import type { LibraryType } from './resolve-model.ts'
import { switchOffReports } from './runtime.ts'

/** Loads a model from a folder in transformers.js layout. The library asks nobody for what is not there. */
export async function loadFromFolder<Task extends 'feature-extraction' | 'text-classification'>(
  task: Task,
  folder: string,
  dtype: LibraryType,
): Promise<AllTasks[Task]> {
  switchOffReports()
  const { env, pipeline } = await import('@xenova/transformers')
  env.allowRemoteModels = false
  // Failures come back as errors; warnings on the terminal are not ours to print.
  env.logLevel = 100
  return await pipeline(task, folder, {
    dtype,
    device: 'cpu',
    local_files_only: true,
    // One thread needs half the CPU time of the default at equal wall time for short texts.
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  })
}
