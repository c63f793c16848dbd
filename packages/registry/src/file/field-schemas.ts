import { z } from 'zod'
import type {
  AgentErc8004,
  AgentPayment,
  AgentPerformance,
  AgentReads,
  AgentReferences,
  AgentSkill,
  AgentTriggers,
} from './agent-entry.ts'

// Functions: most commands only read what was checked before, and making schemas takes longer than that.

export const textSchema = (): z.ZodType<string> => z.string().min(1)
export const textsSchema = (): z.ZodType<readonly string[]> => z.array(textSchema())
export const openSchema = (): z.ZodType<Readonly<Record<string, unknown>>> => z.record(z.string(), z.unknown())

export const skillsSchema = (): z.ZodType<readonly AgentSkill[]> => {
  const [text, texts] = [textSchema(), textsSchema()]
  const [examples, inputModes, outputModes] = [texts.optional(), texts.optional(), texts.optional()]
  return z.array(
    z.strictObject({ id: text, name: text, description: z.string(), tags: texts, examples, inputModes, outputModes }),
  )
}

export const triggersSchema = (): z.ZodType<AgentTriggers> => {
  const texts = textsSchema().optional()
  return z.strictObject({
    tags: texts,
    patterns: texts,
    examples: texts,
    commands: texts,
    schedules: texts,
    after: texts,
  })
}

export const readsSchema = (): z.ZodType<AgentReads> => {
  const text = textSchema()
  return z.strictObject({
    required: textsSchema().optional(),
    contextual: z.array(z.strictObject({ query: text, when: text.optional() })).optional(),
    infers: z.array(z.strictObject({ pattern: text })).optional(),
  })
}

export const referencesSchema = (): z.ZodType<AgentReferences> => {
  const texts = textsSchema().optional()
  return z.strictObject({ dips: texts, specs: texts })
}

export const performanceSchema = (): z.ZodType<AgentPerformance> => {
  const count = z.number().int().nonnegative()
  const share = z.number().min(0).max(1)
  const version = z.strictObject({
    version: textSchema(),
    hash: z.string().optional(),
    component_hashes: z.array(z.string()).optional(),
    deployed: z.string().optional(),
    executions: count.optional(),
    retired: z.string().optional(),
    chain: z.string().optional(),
  })
  return z.strictObject({
    total_executions: count.optional(),
    success_rate: share.optional(),
    avg_duration_ms: z.number().nonnegative().optional(),
    last_execution: z.string().optional(),
    skill_metrics: z.record(z.string(), z.strictObject({ executions: count, success_rate: share })).optional(),
    reputation: z
      .strictObject({ score: z.number().min(0).max(100), feedback_count: count, positive_rate: share })
      .optional(),
    version_history: z.array(version).optional(),
  })
}

export const paymentSchema = (): z.ZodType<AgentPayment> =>
  z.strictObject({
    protocol: textSchema(),
    currency: textSchema(),
    pricing: z.record(z.string(), z.string().regex(/^\d+(?:\.\d+)?$/, 'expected a decimal such as "0.01"')),
  })

export const erc8004Schema = (): z.ZodType<AgentErc8004> => {
  const text = textSchema()
  const chainAgentId = z.union([z.number().int().nonnegative(), text])
  return z.strictObject({
    agentId: chainAgentId.nullable().optional(),
    wallet: z.string().nullable().optional(),
    supportedTrust: textsSchema().optional(),
    payment: paymentSchema().optional(),
    chainRegistrations: z
      .array(z.strictObject({ chainId: text, identityRegistry: text, agentId: chainAgentId }))
      .optional(),
  })
}
