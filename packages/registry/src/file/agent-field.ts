import type { z } from 'zod'
import type { AgentEntry } from './agent-entry.ts'
import type { FieldReader } from './read/field-reader.ts'
import type { NormalisationLog } from './read/normalisation-log.ts'

/** A field that has a row in the table of fields: all but the extensions. */
export type AgentFieldName = Exclude<keyof AgentEntry, `x-${string}`>

/** The whole field, or only these keys of it. */
export type Parts = boolean | readonly string[]

/** What the program does with a field of an entry. */
export type AgentField<Value = unknown> = {
  /** The strict form. */
  readonly schema: () => z.ZodType<Exclude<Value, undefined>>
  /** The strict form of a value as real registries write it. */
  readonly read: (value: unknown, reading: FieldReading) => Value
  /** What numbers in it are: text as it was written, values, or not ours to understand. */
  readonly numbers: 'text' | 'values' | 'of others'
  /** Keys inside it whose numbers are text too. */
  readonly textsInside?: readonly string[] | undefined
  /** Keys of real registries that mean the same; they go when the field is written. */
  readonly older?: readonly string[] | undefined
  /** The value with its texts made fit to be shown; absent if it has none for people. */
  readonly clean?: ((entry: AgentEntry, cleaning: Cleaning) => Value) | undefined
  /** How an import merges it: it says where the entry comes from, is one value, or is merged key by key. */
  readonly merge: 'origin' | 'whole' | 'by key'
  /** Lists of which a source and a person may each have written some items. */
  readonly items?: Parts | undefined
  readonly rights?: Parts | undefined
  /** What a finding may quote: other fields may hold secrets, such as settings of servers. */
  readonly quoted: Parts
  /** Who writes it beside the files of a module. */
  readonly writtenBy?: 'programs' | 'people' | undefined
  readonly namesAgents?: true | undefined
  /** What strangers are shown of it. */
  readonly published: Parts
  /** Whether the file of an assistant lacks what it says. */
  readonly lost: 'never' | 'if filled' | ((agent: LentAgent) => boolean)
}

export type FieldReading = FieldReader & {
  readonly id: string
  readonly field: AgentFieldName
  readonly raw: Readonly<Record<string, unknown>>
  readonly log: NormalisationLog
}

/** How texts are cleaned, and the id that stands for a name of which nothing is left. */
export type Cleaning = { readonly id: string; readonly clean: (text: string) => string }

/** An agent as it was written for an assistant. */
export type LentAgent = {
  readonly id: string
  readonly entry: AgentEntry
  readonly assistant: string
  readonly carried: Readonly<Record<string, unknown>>
  /** Requests that an import finds in the description. */
  readonly examples: readonly string[]
}
