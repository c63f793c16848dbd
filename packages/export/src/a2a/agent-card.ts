import type { DeepReadonly } from '@datacortex/platform'
import { z } from 'zod'

const text = z.string()
const texts = z.array(text)
const maybe = text.optional()
const scopes = z.record(text, text)

const provider = z.strictObject({ url: text, organization: text })

const capabilities = z.strictObject({
  streaming: z.boolean().optional(),
  pushNotifications: z.boolean().optional(),
  extensions: z
    .array(
      z.strictObject({
        uri: maybe,
        description: maybe,
        required: z.boolean().optional(),
        params: z.record(text, z.unknown()).optional(),
      }),
    )
    .optional(),
  extendedAgentCard: z.boolean().optional(),
})

const agentInterface = z.strictObject({
  /** Absolute; `host:port` for gRPC. */
  url: text,
  /** `JSONRPC`, `HTTP+JSON`, `GRPC` or a URI. */
  protocolBinding: text,
  /** Major and minor: `1.0`. */
  protocolVersion: text,
  tenant: maybe,
})

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

/** How a caller proves who it is: one wrapper key such as `httpAuthSecurityScheme`. */
export type SecurityScheme = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const scheme = z
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

/** Schemes that are needed together, each with its scopes. */
const requirement = z.strictObject({ schemes: z.record(text, z.strictObject({ list: texts })) })

const skill = z.strictObject({
  id: text,
  name: text,
  description: text,
  tags: texts,
  examples: texts.optional(),
  inputModes: texts.optional(),
  outputModes: texts.optional(),
  securityRequirements: z.array(requirement).optional(),
})

/** Over the canonical form of a card, detached (RFC 7515). */
const signature = z.strictObject({ protected: text, signature: text, header: z.record(text, z.unknown()).optional() })

/** Shape of a card of version 1.0: no unknown field, every required one. Emptiness is reported by `validateCard`. */
export const AgentCard = z.strictObject({
  name: text,
  description: text,
  /** The first one is preferred. */
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

/**
 * An A2A agent card of version 1.0 as it goes over the wire.
 * @see https://a2a-protocol.org/v1.0.1/specification
 */
export type AgentCard = DeepReadonly<z.infer<typeof AgentCard>>
export type AgentProvider = DeepReadonly<z.infer<typeof provider>>
export type AgentCapabilities = AgentCard['capabilities']
export type SecurityRequirement = DeepReadonly<z.infer<typeof requirement>>
export type CardSkill = AgentCard['skills'][number]
export type CardSignature = DeepReadonly<z.infer<typeof signature>>

function hasOneKey(value: object): boolean {
  return Object.keys(value).length === 1
}
