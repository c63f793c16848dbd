import type { z } from 'zod'
import type { Right } from './caller/caller.ts'
import type { Work } from './work.ts'

/** Something that a space does, whoever asks for it and through whichever door. */
export type Operation<Input, Output extends object> = {
  /** What is asked, as a JSON document with names in snake_case. */
  readonly input: z.ZodType<Input>
  /** What the answer holds at least; parts that doors only pass on are left open. */
  readonly output: z.ZodType
  readonly run: (work: Work, input: Input) => Promise<Output>
}

/** A way to a space. */
export type Door = 'command' | 'mcp' | 'http'

/** What doors have to know of an operation before its code is loaded. */
export type Entry<One> = {
  /** Words of the command line, such as `agent find`. */
  readonly command: string
  /** Name of the tool under MCP. */
  readonly tool: string
  readonly title: string
  /** For a person or a model that chooses; one or two sentences. */
  readonly description: string
  /** What a remote client needs. */
  readonly right: Right
  /** Whether it leaves everything as it is. */
  readonly isReadOnly: boolean
  /** Whether others may be asked, such as a model behind a runner. */
  readonly isOpenWorld?: true | undefined
  /** The doors that do not offer it, each with the reason. */
  readonly notAt?: Readonly<Partial<Record<Door, string>>> | undefined
  readonly load: () => Promise<One>
}

/** The entries of some operations. */
export type Entries<Some> = { readonly [Name in keyof Some]: Entry<Some[Name]> }
