import type { DeepReadonly } from '@datacortex/platform'
import type { z } from 'zod'
import type * as schemas from './field-schemas.ts'

type Read<Schema extends () => z.ZodType> = DeepReadonly<z.infer<ReturnType<Schema>>>

/** One thing an agent can do, in the shape of an A2A `AgentSkill`. */
export type AgentSkill = Read<typeof schemas.skillsSchema>[number]

/** What routes a task to an agent (DIP-0016 §1). `examples` come from importers. */
export type AgentTriggers = Read<typeof schemas.triggersSchema>

/** What an agent must, may and is likely to read (DIP-0016 §1). */
export type AgentReads = Read<typeof schemas.readsSchema>

/** The documents of a project that an agent goes by (DIP-0016 §1). */
export type AgentReferences = Read<typeof schemas.referencesSchema>

/** Observed performance (DIP-0016 §10.2): computed, never edited by hand. */
export type AgentPerformance = Read<typeof schemas.performanceSchema>

/** Payment terms (DIP-0016 §13). Prices are decimal strings in `currency`. */
export type AgentPayment = Read<typeof schemas.paymentSchema>

/** On-chain identity (ERC-8004; DIP-0016 §4 and §13). */
export type AgentErc8004 = Read<typeof schemas.erc8004Schema>

/**
 * An agent as the registry holds it, in the strict form that is written: DIP-0016 with DIP-0021's aliases.
 *
 * Unknown keys of a source are kept under `x-<format>`, and what its importer wrote is recorded under `x-imported`; keys of
 * the file that are in no field here stay in the file.
 */
export type AgentEntry = {
  readonly name: string
  readonly description: string
  /** Semantic version of the agent itself. */
  readonly version?: string | undefined
  readonly type?: 'agent' | 'component' | undefined
  /** Path of the prompt, relative to the space where it lies inside, or a URL. */
  readonly source?: string | undefined
  /** SHA-256 of the source when it was imported, hexadecimal. */
  readonly sha256?: string | undefined
  /** The importer that made the entry. */
  readonly format?: string | undefined
  readonly skills: readonly AgentSkill[]
  readonly triggers?: AgentTriggers | undefined
  readonly reads?: AgentReads | undefined
  readonly writes?: readonly string[] | undefined
  /** Ids of sources that it may ask; any if absent. */
  readonly sources?: readonly string[] | undefined
  readonly references?: AgentReferences | undefined
  readonly spawns?: readonly string[] | undefined
  readonly can_be_called_by?: readonly string[] | undefined
  readonly delegates_to?: readonly string[] | undefined
  readonly components?: readonly string[] | undefined
  readonly profile?: string | undefined
  readonly hooks?: unknown
  /** What the agent's own assistant reads: model, tools, permission mode. Kept word for word. */
  readonly runtime?: Readonly<Record<string, unknown>> | undefined
  readonly performance?: AgentPerformance | undefined
  readonly erc8004?: AgentErc8004 | undefined
  readonly payment?: AgentPayment | undefined
  readonly virtuals?: Readonly<Record<string, unknown>> | undefined
  readonly olas?: Readonly<Record<string, unknown>> | undefined
  readonly deprecated?: boolean | undefined
  /** Id of the agent that takes over (DIP-0021). */
  readonly alias?: string | undefined
  readonly removed?: boolean | undefined
  readonly note?: string | undefined
  readonly [extension: `x-${string}`]: unknown
}
