import { z } from 'zod'
import type { DeepReadonly } from '../parse/deep-readonly.ts'

const day = 24 * 3600 * 1000

/** One runner: the module that runs, limits, and whatever else that module's own settings are. */
const runner = z.looseObject({
  /** Name of a module of the kind runner. */
  plugin: z.string().min(1),
  /** For a whole run, further attempts included, in milliseconds. */
  timeout_ms: z.number().int().min(1).max(day).optional(),
  /** The first one included. */
  max_attempts: z.number().int().min(1).max(20).optional(),
  /** Wait before the second attempt in milliseconds; it doubles for each further one. */
  backoff_ms: z.number().int().min(0).max(day).optional(),
  /** Hosts it may talk to beside those of its own URLs: `host` or `host:port`. */
  network: z.array(z.string().min(1)).optional(),
})

/** Who executes agents: the default, the runner of each agent by its id, and every other key by its name. */
export type RunnersSettings = DeepReadonly<{
  default?: string
  agents: Record<string, string>
  named: Record<string, z.infer<typeof runner>>
}>
// Its type is written, since that of what is read says two things of `default` and `agents`.
export const RunnersSettings: z.ZodType<RunnersSettings> = z
  .object({ default: z.string().min(1).optional(), agents: z.record(z.string(), z.string().min(1)).default({}) })
  .catchall(runner)
  .transform(({ default: chosen, agents, ...named }) => {
    return { ...(chosen === undefined ? {} : { default: chosen }), agents, named }
  })
