import { z } from 'zod'
import type {
  AgentCapabilities,
  AgentCard,
  AgentExtension,
  AgentInterface,
  AgentProvider,
  CardSignature,
  CardSkill,
  SecurityRequirement,
  SecurityScheme,
} from './agent-card.ts'

const text = z.string()
const texts = z.array(text)
const maybe = text.optional()
const scopes = z.record(text, text)

const extension: z.ZodType<AgentExtension> = z.strictObject({
  uri: maybe,
  description: maybe,
  required: z.boolean().optional(),
  params: z.record(text, z.unknown()).optional(),
})

const capabilities: z.ZodType<AgentCapabilities> = z.strictObject({
  streaming: z.boolean().optional(),
  pushNotifications: z.boolean().optional(),
  extensions: z.array(extension).optional(),
  extendedAgentCard: z.boolean().optional(),
})

const agentInterface: z.ZodType<AgentInterface> = z.strictObject({
  url: text,
  protocolBinding: text,
  protocolVersion: text,
  tenant: maybe,
})

const provider: z.ZodType<AgentProvider> = z.strictObject({ url: text, organization: text })

const tokenFlow = { tokenUrl: text, refreshUrl: maybe, scopes }
const flows = z.strictObject({
  authorizationCode: z
    .strictObject({ authorizationUrl: text, pkceRequired: z.boolean().optional(), ...tokenFlow })
    .optional(),
  clientCredentials: z.strictObject(tokenFlow).optional(),
  deviceCode: z.strictObject({ deviceAuthorizationUrl: text, ...tokenFlow }).optional(),
  implicit: z.strictObject({ authorizationUrl: maybe, refreshUrl: maybe, scopes: scopes.optional() }).optional(),
  password: z.strictObject({ tokenUrl: maybe, refreshUrl: maybe, scopes: scopes.optional() }).optional(),
})

const scheme: z.ZodType<SecurityScheme> = z
  .strictObject({
    apiKeySecurityScheme: z
      .strictObject({ description: maybe, location: z.enum(['query', 'header', 'cookie']), name: text })
      .optional(),
    httpAuthSecurityScheme: z.strictObject({ description: maybe, scheme: text, bearerFormat: maybe }).optional(),
    oauth2SecurityScheme: z
      .strictObject({
        description: maybe,
        flows: flows.refine(hasOneKey, 'expected one flow'),
        oauth2MetadataUrl: maybe,
      })
      .optional(),
    openIdConnectSecurityScheme: z.strictObject({ description: maybe, openIdConnectUrl: text }).optional(),
    mtlsSecurityScheme: z.strictObject({ description: maybe }).optional(),
  })
  .refine(hasOneKey, 'expected one kind of scheme')
  // Exactly one of the keys is there, and its value is a map.
  .transform((value) => value as SecurityScheme)

const requirement: z.ZodType<SecurityRequirement> = z.strictObject({
  schemes: z.record(text, z.strictObject({ list: texts })),
})

const skill: z.ZodType<CardSkill> = z.strictObject({
  id: text,
  name: text,
  description: text,
  tags: texts,
  examples: texts.optional(),
  inputModes: texts.optional(),
  outputModes: texts.optional(),
  securityRequirements: z.array(requirement).optional(),
})

const signature: z.ZodType<CardSignature> = z.strictObject({
  protected: text,
  signature: text,
  header: z.record(text, z.unknown()).optional(),
})

/** Shape of a card of version 1.0: no unknown field, every required one. Emptiness is told by `validateCard`. */
export const AgentCardSchema: z.ZodType<AgentCard> = z.strictObject({
  name: text,
  description: text,
  supportedInterfaces: z.array(agentInterface),
  provider: provider.optional(),
  version: text,
  documentationUrl: maybe,
  capabilities,
  securitySchemes: z.record(text, scheme).optional(),
  securityRequirements: z.array(requirement).optional(),
  defaultInputModes: texts,
  defaultOutputModes: texts,
  skills: z.array(skill),
  signatures: z.array(signature).optional(),
  iconUrl: maybe,
})

function hasOneKey(value: object): boolean {
  return Object.keys(value).length === 1
}
