import { z } from 'zod'

const text = z.string().refine((value) => !value.includes('\0'), 'must not have a NUL character')

export type CommandSettings = z.infer<typeof CommandSettings>

export const CommandSettings = z.strictObject({
  /** Program and arguments; never a shell line. */
  command: z.tuple([text.min(1)], text, 'must be a list of the program and its words, such as [claude, -p]'),
  /** Names of variables and secrets that the program gets beside the ordinary ones. */
  env: z.array(z.string().regex(/^[A-Za-z_]\w{0,99}$/, 'must be the name of a variable, not its value')).default([]),
  /** Option by which it is told which tools an agent may use that another agent made, such as `--allowedTools`. */
  tools_option: text.min(2).optional(),
  /** The program is stopped when it has written more. */
  max_output_bytes: z.number().int().min(1).max(500_000_000).default(10_000_000),
  /** Milliseconds from the polite signal to the other one. */
  kill_after_ms: z.number().int().min(0).max(60_000).default(2000),
})
