import { z } from 'zod'

// Functions: most commands only read what was checked before, and making schemas takes longer than that.

export const textSchema = (): z.ZodType<string> => z.string().min(1)
export const textsSchema = (): z.ZodType<readonly string[]> => z.array(textSchema())
export const openSchema = (): z.ZodType<Readonly<Record<string, unknown>>> => z.record(z.string(), z.unknown())

export const skillsSchema = () => {
  const [text, texts] = [textSchema(), textsSchema()]
  const skill = z.strictObject({
    id: text,
    name: text,
    description: z.string(),
    tags: texts,
    /** Requests in the words of a user. */
    examples: texts.optional(),
    /** Media types. */
    inputModes: texts.optional(),
    outputModes: texts.optional(),
  })
  return z.array(skill)
}

export const triggersSchema = () => {
  const texts = textsSchema().optional()
  return z.strictObject({
    /** Org-mode tags such as `:AI:research:`. */
    tags: texts,
    /** Regular expressions. */
    patterns: texts,
    /** Requests in the words of a user, found in the agent's own description. */
    examples: texts,
    commands: texts,
    schedules: texts,
    after: texts,
  })
}

export const readsSchema = () => {
  const text = textSchema()
  return z.strictObject({
    required: textsSchema().optional(),
    contextual: z.array(z.strictObject({ query: text, when: text.optional() })).optional(),
    infers: z.array(z.strictObject({ pattern: text })).optional(),
  })
}

export const referencesSchema = () => {
  const texts = textsSchema().optional()
  return z.strictObject({ dips: texts, specs: texts })
}

export const performanceSchema = () => {
  const count = z.number().int().nonnegative()
  const share = z.number().min(0).max(1)
  const version = z.strictObject({
    version: textSchema(),
    hash: z.string().optional(),
    /** Of its components, each as `NAME@VERSION:HASH`. */
    component_hashes: z.array(z.string()).optional(),
    deployed: z.string().optional(),
    executions: count.optional(),
    retired: z.string().optional(),
    /** SHA-256 of this version and of what stands here of the one before. */
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

export const paymentSchema = () =>
  z.strictObject({
    protocol: textSchema(),
    currency: textSchema(),
    pricing: z.record(z.string(), z.string().regex(/^\d+(?:\.\d+)?$/, 'expected a decimal such as "0.01"')),
  })

export const erc8004Schema = () => {
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
