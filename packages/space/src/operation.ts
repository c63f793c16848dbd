import type { SpacePaths } from '@datacortex/platform'
import type { z } from 'zod'
import type { Right } from './caller/caller.ts'
import type { Work } from './work.ts'

/** Something that a space does, no matter who asks for it and through whichever door. */
export type Operation<Input, Output extends object> = {
  /** What is asked, as a JSON document with names in snake_case. */
  readonly input: z.ZodType<Input>
  /** What the answer holds at least; parts that doors only pass on are left open. */
  readonly output: z.ZodType
  readonly run: (work: Work, input: Input) => Promise<Output>
}

/** What a schema lets through, which nobody changes. */
export type Asked<Schema extends z.ZodType> = Frozen<z.output<Schema>>

export type AskedFor<Fields extends z.ZodRawShape> = Asked<z.ZodObject<Fields>>

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T

/** An operation whose input is what its schema says. */
export function operation<Schema extends z.ZodType, Output extends object>(
  one: Omit<Operation<Asked<Schema>, Output>, 'input'> & { readonly input: Schema },
): Operation<Asked<Schema>, Output> {
  return one as Operation<Asked<Schema>, Output>
}

/** What an operation works with that may be done outside of a space. */
export type FreeWork = Pick<Work, 'signal' | 'secrets'> & {
  readonly onProgress?: Work['onProgress'] | undefined
  readonly paths?: SpacePaths | undefined
}

export type FreeOperation<Input, Output extends object> = Omit<Operation<Input, Output>, 'run'> & {
  readonly run: (work: FreeWork, input: Input) => Promise<Output>
}

/** An operation outside of a space whose input is what its schema says. */
export function freeOperation<Schema extends z.ZodType, Output extends object>(
  one: Omit<FreeOperation<Asked<Schema>, Output>, 'input'> & { readonly input: Schema },
): FreeOperation<Asked<Schema>, Output> {
  return one as FreeOperation<Asked<Schema>, Output>
}

/** A way to a space. */
export type Door = 'command' | 'mcp' | 'http'

/** What doors have to know of an operation before its code is loaded. */
export type Entry<One> = Facts<One> & {
  /** Words of the command line, such as `agent find`. */
  readonly command: string
  /** Name of the tool under MCP. */
  readonly tool: string
  readonly title: string
}

type Facts<One> = {
  /** For a person or a model that chooses; one or two sentences. */
  readonly description: string
  /** What a remote client needs. */
  readonly right: Right
  /** Whether it leaves everything as it is, as all do that need no more than the right to find or to read. */
  readonly isReadOnly?: boolean | undefined
  /** Whether it is done in a space that its user does not trust, although it changes something: nothing in the space. */
  readonly inRestricted?: true | undefined
  /** First keys of the settings that it would use, without which it is not done; one that only reads goes on without them. */
  readonly wants?: readonly string[] | undefined
  /** Whether what it writes into the settings or sources is allowed with it: the user has been asked, or has named it. */
  readonly isUsersWord?: true | undefined
  /** Whether others may be asked, such as a model behind a runner. */
  readonly isOpenWorld?: true | undefined
  /** Whether it looks for agents elsewhere, which only the user and the default agent may. */
  readonly isDiscovery?: true | undefined
  /** Whether the user of this machine does it on the page too, where nobody who came with a token may. */
  readonly atOwnPage?: true | undefined
  /** The doors that do not offer it, each with the reason. */
  readonly notAt?: Readonly<Partial<Record<Door, string>>> | undefined
  readonly load: () => Promise<One>
}

/** The entries of some operations. */
export type Entries<Some> = { readonly [Name in keyof Some]: Entry<Some[Name]> }

type Written<One> = Facts<One> & Partial<Pick<Entry<One>, 'command' | 'tool' | 'title'>>

/** Command, tool and title are said where they don't follow from the name, such as `agent list` and `list_agents` from `agents.list`. */
export function entries<Some>(table: { readonly [Name in keyof Some]: Written<Some[Name]> }): Entries<Some> {
  const whole = Object.entries<Written<unknown>>(table).map(([name, entry]) => {
    const command = name.replace(/ies\./, 'y ').replace(/s\./, ' ').replaceAll('.', ' ')
    const { tool = name.split('.').toReversed().join('_') } = entry
    const title = `${tool.slice(0, 1).toUpperCase()}${tool.slice(1).replaceAll('_', ' ')}`
    const isReadOnly = entry.right === 'find' || entry.right === 'read' ? { isReadOnly: true } : {}
    return [name, { command, tool, title, ...isReadOnly, ...entry }]
  })
  return Object.fromEntries(whole) as Entries<Some>
}
