import type { SecurityRequirement, SecurityScheme } from './agent-card.ts'

/**
 * What a card says of an endpoint that wants a bearer token.
 *
 * The requirement has a scope since some readers drop the whole requirement when its list is empty.
 *
 * @returns Fields for the options of `agentCard`.
 * @example agentCard(agent, { url, ...bearerSecurity() })
 */
export function bearerSecurity(): {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly securityRequirements: readonly SecurityRequirement[]
} {
  return {
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: ['a2a'] } } }],
  }
}
