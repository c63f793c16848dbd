import { withoutUndefined } from '@datacortex/errors'
import { recordOf } from '@datacortex/platform'
import type { AgentCard, SecurityRequirement, SecurityScheme } from './agent-card.ts'

/**
 * The same card for readers of version 0.3, without signatures: they cover the other form.
 * See https://a2a-protocol.org/v0.3.0/specification
 */
export function card03(card: AgentCard) {
  const { supportedInterfaces, securitySchemes, securityRequirements, skills, signatures: _, ...same } = card
  const { extendedAgentCard, ...capabilities } = card.capabilities
  const interfaces = supportedInterfaces.map(({ url, protocolBinding: transport }) => ({ url, transport }))
  const [{ url, transport } = { url: '', transport: 'JSONRPC' }, ...others] = interfaces
  return withoutUndefined({
    protocolVersion: '0.3.0',
    ...same,
    url,
    preferredTransport: transport,
    // 0.3 wants the preferred one among them again.
    additionalInterfaces: [{ url, transport }, ...others],
    capabilities,
    securitySchemes: securitySchemes && mapValues(securitySchemes, scheme03),
    security: securityRequirements?.map(requirement03),
    skills: skills.map(({ securityRequirements: own, ...skill }) =>
      withoutUndefined({ ...skill, security: own?.map(requirement03) }),
    ),
    supportsAuthenticatedExtendedCard: extendedAgentCard,
  })
}

/**
 * One card for readers of 1.0 and of 0.3: each passes over the fields of the other. 0.3 is spoken under JSON-RPC.
 * @example cardForBoth(card).supportedInterfaces.map((one) => one.protocolVersion) // ['1.0', '0.3']
 */
export function cardForBoth(card: AgentCard): AgentCard {
  const [rpc] = card.supportedInterfaces.filter((one) => one.protocolBinding === 'JSONRPC')
  if (rpc === undefined) return card
  const { securitySchemes: old = {}, ...former } = card03({ ...card, supportedInterfaces: [rpc] })
  const schemes = Object.entries(card.securitySchemes ?? {}).map(([name, scheme]) => [
    name,
    { ...old[name], ...scheme },
  ])
  return {
    ...former,
    ...card,
    supportedInterfaces: [...card.supportedInterfaces, { ...rpc, protocolVersion: '0.3' }],
    ...(schemes.length > 0 ? { securitySchemes: Object.fromEntries(schemes) as AgentCard['securitySchemes'] } : {}),
  }
}

const kinds: Readonly<Record<string, string>> = {
  apiKeySecurityScheme: 'apiKey',
  httpAuthSecurityScheme: 'http',
  oauth2SecurityScheme: 'oauth2',
  openIdConnectSecurityScheme: 'openIdConnect',
  mtlsSecurityScheme: 'mutualTLS',
}

function scheme03(scheme: SecurityScheme): Readonly<Record<string, unknown>> {
  const [[kind, fields] = ['', {}]] = Object.entries(scheme)
  const { location, ...rest } = recordOf(fields)
  // 0.3 took the names of OpenAPI, where the place of an API key is `in`.
  return { type: kinds[kind] ?? kind, ...rest, ...(location === undefined ? {} : { in: location }) }
}

function requirement03({ schemes }: SecurityRequirement): Readonly<Record<string, readonly string[]>> {
  return mapValues(schemes, ({ list }) => list)
}

function mapValues<T, U>(map: Readonly<Record<string, T>>, change: (value: T) => U): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}
