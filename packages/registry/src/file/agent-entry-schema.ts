import { z } from 'zod'
import type {
  AgentEntry,
  AgentErc8004,
  AgentPayment,
  AgentPerformance,
  AgentReads,
  AgentSkill,
  AgentTriggers,
} from './agent-entry.ts'

// Most commands only read what was checked before, and making schemas takes longer than that.
const text = z.string().min(1)
const texts = z.array(text).optional()
const count = z.number().int().nonnegative()
const share = z.number().min(0).max(1)
const chainAgentId = z.union([z.number().int().nonnegative(), text])

const skill: z.ZodType<AgentSkill> = z.lazy(() =>
  z.strictObject({
    id: text,
    name: text,
    description: z.string(),
    tags: z.array(text),
    examples: texts,
    inputModes: texts,
    outputModes: texts,
  }),
)

const triggers: z.ZodType<AgentTriggers> = z.lazy(() =>
  z.strictObject({
    tags: texts,
    patterns: texts,
    examples: texts,
    commands: texts,
    schedules: texts,
    after: texts,
  }),
)

const reads: z.ZodType<AgentReads> = z.lazy(() =>
  z.strictObject({
    required: texts,
    contextual: z.array(z.strictObject({ query: text, when: text.optional() })).optional(),
    infers: z.array(z.strictObject({ pattern: text })).optional(),
  }),
)

const version = z.lazy(() =>
  z.strictObject({
    version: text,
    hash: z.string().optional(),
    deployed: z.string().optional(),
    executions: count.optional(),
    retired: z.string().optional(),
  }),
)

export const AgentPerformanceSchema: z.ZodType<AgentPerformance> = z.lazy(() =>
  z.strictObject({
    total_executions: count.optional(),
    success_rate: share.optional(),
    avg_duration_ms: z.number().nonnegative().optional(),
    last_execution: z.string().optional(),
    skill_metrics: z.record(z.string(), z.strictObject({ executions: count, success_rate: share })).optional(),
    reputation: z
      .strictObject({ score: z.number().min(0).max(100), feedback_count: count, positive_rate: share })
      .optional(),
    version_history: z.array(version).optional(),
  }),
)

export const AgentPaymentSchema: z.ZodType<AgentPayment> = z.lazy(() =>
  z.strictObject({
    protocol: text,
    currency: text,
    pricing: z.record(z.string(), z.string().regex(/^\d+(?:\.\d+)?$/, 'expected a decimal such as "0.01"')),
  }),
)

export const AgentErc8004Schema: z.ZodType<AgentErc8004> = z.lazy(() =>
  z.strictObject({
    agentId: chainAgentId.nullable().optional(),
    wallet: z.string().nullable().optional(),
    supportedTrust: texts,
    payment: AgentPaymentSchema.optional(),
    chainRegistrations: z
      .array(z.strictObject({ chainId: text, identityRegistry: text, agentId: chainAgentId }))
      .optional(),
  }),
)

/** The strict form of an entry, as it is written. Keys of no specification are refused but for those with `x-`. */
export const AgentEntrySchema: z.ZodType<AgentEntry> = z.lazy(() =>
  z
    .object({
      name: text,
      description: z.string(),
      version: text.optional(),
      type: z.enum(['agent', 'component']).optional(),
      source: text.optional(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits')
        .optional(),
      format: text.optional(),
      skills: z.array(skill),
      triggers: triggers.optional(),
      reads: reads.optional(),
      writes: texts,
      references: z.strictObject({ dips: texts, specs: texts }).optional(),
      spawns: texts,
      can_be_called_by: texts,
      delegates_to: texts,
      components: texts,
      profile: text.optional(),
      hooks: z.unknown().optional(),
      runtime: z.record(z.string(), z.unknown()).optional(),
      performance: AgentPerformanceSchema.optional(),
      erc8004: AgentErc8004Schema.optional(),
      payment: AgentPaymentSchema.optional(),
      virtuals: z.record(z.string(), z.unknown()).optional(),
      olas: z.record(z.string(), z.unknown()).optional(),
      deprecated: z.boolean().optional(),
      alias: text.optional(),
      removed: z.boolean().optional(),
      note: z.string().optional(),
    })
    .catchall(z.unknown())
    .superRefine((entry, context) => {
      for (const key of Object.keys(entry)) {
        if (key in knownFields || key.startsWith('x-')) continue
        context.addIssue({
          code: 'custom',
          path: [key],
          message: 'is no field of an entry (own fields begin with "x-")',
        })
      }
    }),
)
/** Every field of an entry, in the order in which new entries are written. */
export const knownFields: Readonly<Record<Exclude<keyof AgentEntry, `x-${string}`>, true>> = {
  name: true,
  description: true,
  version: true,
  type: true,
  source: true,
  sha256: true,
  format: true,
  skills: true,
  triggers: true,
  reads: true,
  writes: true,
  references: true,
  spawns: true,
  can_be_called_by: true,
  delegates_to: true,
  components: true,
  profile: true,
  hooks: true,
  runtime: true,
  performance: true,
  erc8004: true,
  payment: true,
  virtuals: true,
  olas: true,
  deprecated: true,
  alias: true,
  removed: true,
  note: true,
}
