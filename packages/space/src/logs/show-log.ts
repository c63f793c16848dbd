import type { LogView } from '@datacortex/execution'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'
import { shownLog } from './shown-log.ts'

export const showLog = operation({
  input: z.strictObject({ id: name.describe('As list_executions gives it.') }),
  output: z.looseObject({ executions: z.array(z.looseObject({ id: z.string(), status: z.string() })) }),
  run: async (work, { id }): Promise<LogView> => {
    const { execution, log } = await shownLog(work, { id, signal: work.signal })
    const { evaluations, feedback, reasoning_paths, session_memories, findings } = log
    return { executions: [execution], evaluations, feedback, reasoning_paths, session_memories, findings }
  },
})
