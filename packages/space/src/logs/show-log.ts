import type { LogView } from '@datacortex/execution'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { name } from '../schema.ts'
import { shownLog } from './shown-log.ts'

/** Which execution is shown. */
export type ShowLog = { readonly id: string }

/** One execution with everything the log says of it. */
export const showLog: Operation<ShowLog, LogView> = {
  input: z.strictObject({ id: name }),
  output: z.looseObject({ executions: z.array(z.looseObject({ id: z.string(), status: z.string() })) }),
  run: async (work, { id }) => {
    const { execution, log } = await shownLog(work, { id, signal: work.signal })
    const { evaluations, feedback, reasoning_paths, session_memories, findings } = log
    return { executions: [execution], evaluations, feedback, reasoning_paths, session_memories, findings }
  },
}
