import { z } from 'zod'

/** One runner: the module that runs, limits, and whatever else that module's own settings are. */
export type RunnerSettings = {
  /** Name of a module of the kind runner. */
  readonly plugin: string
  /** For a whole run, further attempts included, in milliseconds. */
  readonly timeout_ms?: number | undefined
  /** The first one included. */
  readonly max_attempts?: number | undefined
  /** Wait before the second attempt in milliseconds; it doubles for each further one. */
  readonly backoff_ms?: number | undefined
  /** Hosts it may talk to beside those of its own URLs: `host` or `host:port`. */
  readonly network?: readonly string[] | undefined
  readonly [setting: string]: unknown
}

/** Who executes agents. */
export type RunnersSettings = {
  /** Name of the runner that is taken if nothing else is said. */
  readonly default?: string | undefined
  /** Agent id -> name of its runner. */
  readonly agents: Readonly<Record<string, string>>
  /** By name: every key of `runners` but `default` and `agents`. */
  readonly named: Readonly<Record<string, RunnerSettings>>
}

const day = 24 * 3600 * 1000

const runner: z.ZodType<RunnerSettings> = z.looseObject({
  plugin: z.string().min(1),
  timeout_ms: z.number().int().min(1).max(day).optional(),
  max_attempts: z.number().int().min(1).max(20).optional(),
  backoff_ms: z.number().int().min(0).max(day).optional(),
  network: z.array(z.string().min(1)).optional(),
})

export const RunnersSettings: z.ZodType<RunnersSettings> = z
  .object({ default: z.string().min(1).optional(), agents: z.record(z.string(), z.string().min(1)).default({}) })
  .catchall(runner)
  .transform(({ default: chosen, agents, ...named }) => {
    return { ...(chosen === undefined ? {} : { default: chosen }), agents, named }
  })
