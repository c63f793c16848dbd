import type { AgentEntry } from '@datacortex/registry'
import { z } from 'zod'
import { type DeepReadonly, schemaIssues } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'

const text = z.string().trim().min(1)

const Service = z.strictObject({
  /** `A2A`, `MCP`, `web`, `OASF`, `ENS`, `DID`, `email` or another one. */
  name: text,
  endpoint: text,
  version: text.optional(),
  /** OASF: paths of its taxonomy. */
  skills: z.array(text).optional(),
  domains: z.array(text).optional(),
  /** A2A: ids of skills, for indexers. */
  a2aSkills: z.array(text).optional(),
})
export type RegistrationService = DeepReadonly<z.infer<typeof Service>>

const Own = z.strictObject({
  image: text.optional(),
  active: z.boolean().optional(),
  services: z.array(Service).optional(),
})

// An imported OASF record has more fields; these two are what the file needs.
const paths = z.array(z.union([text, z.object({ name: text }).transform(({ name }) => name)])).optional()
const Oasf = z.object({ skills: paths, domains: paths })

/** Reads the fields that exist for registration files only. One that does not fit is left out as a whole and named. */
export function registrationHints(entry: AgentEntry, id: string) {
  const findings: Finding[] = []
  const read = <T>(field: 'x-erc8004' | 'x-oasf', schema: z.ZodType<T>): T | undefined => {
    if (entry[field] === undefined || entry[field] === null) return undefined
    const { data, error } = schema.safeParse(entry[field])
    if (error !== undefined)
      findings.push(
        warningFinding('ERC8004_FIELD_LEFT_OUT', `${id}: ${field}`, {
          message: `It was left out: ${schemaIssues(error).join('; ')}.`,
          hint: `Correct \`${field}\` of the agent in agents.yaml.`,
        }),
      )
    return data
  }
  const { image, active, services = [] } = read('x-erc8004', Own) ?? {}
  const { skills = [], domains = [] } = read('x-oasf', Oasf) ?? {}
  return { image, active, services, skills, domains, findings }
}
