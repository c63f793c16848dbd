import { z } from 'zod'
import type { CommandResult } from '../context.ts'

/** A tool: what it is told, and the command that it is. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** Whether it leaves everything as it is. */
  readonly isReadOnly: boolean
  /** Whether others may be asked, such as a model behind a runner. */
  readonly isOpenWorld?: true | undefined
  /** The command line without `--root` and `--json`. */
  readonly argv: (input: Readonly<Record<string, unknown>>) => readonly string[]
  /** What a model reads: the JSON document if absent, which comes along in any case. */
  readonly textOf?: ((result: CommandResult) => string) | undefined
}

const nul = { abort: true, error: 'No command line holds a NUL character.' }
const spoken = z
  .string()
  .refine((value) => !value.includes('\0'), nul)
  .trim()
  .min(1)
/** A task or the text of a note. */
export const text: z.ZodString = spoken.max(1_000_000)
/** A name, a path, a tag. */
export const name: z.ZodString = spoken.max(1000)
export const tags: z.ZodOptional<z.ZodArray<z.ZodString>> = z.array(name).max(100).optional()
/** How many at the most. */
export const top: z.ZodOptional<z.ZodNumber> = z.number().int().min(1).max(100).optional()

/** Ties the arguments of a command to the schema of its tool. */
export function tool<Input extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'argv'> & {
    readonly input: Input
    readonly argv: (input: z.infer<Input>) => readonly string[]
  },
): Tool {
  // As on the command line, what no tool knows is refused: a model that meant something else learns of it.
  return { ...one, input: one.input.strict(), argv: (input) => one.argv(one.input.parse(input)) }
}

/** A lone dash would mean stdin, which belongs to the protocol. */
export function written(body: string): string {
  return `${body}\n`
}

/** In one word, so that a value may begin with a dash. */
export function option(long: string, value: string | number | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [`--${long}=${value}`]
}
