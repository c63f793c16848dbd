import { z } from 'zod'

/** What a command runner is told by `settings.yaml`. */
export type CommandSettings = {
  /** Program and arguments; never a shell line. */
  readonly command: readonly [string, ...string[]]
  /** Names of variables and secrets that the program gets beside the ordinary ones. */
  readonly env: readonly string[]
  /** The program is stopped when it has written more. */
  readonly max_output_bytes: number
  /** Milliseconds from the polite signal to the other one. */
  readonly kill_after_ms: number
}

const text = z.string().refine((value) => !value.includes('\0'), 'must not have a NUL character')

export const CommandSettings: z.ZodType<CommandSettings> = z.strictObject({
  command: z.tuple([text.min(1)], text),
  env: z.array(z.string().regex(/^[A-Za-z_]\w{0,99}$/, 'must be the name of a variable, not its value')).default([]),
  max_output_bytes: z.number().int().min(1).max(500_000_000).default(10_000_000),
  kill_after_ms: z.number().int().min(0).max(60_000).default(2000),
})
