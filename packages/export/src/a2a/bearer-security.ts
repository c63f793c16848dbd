import type { AgentCard } from './agent-card.ts'

/**
 * What a card says of an endpoint that wants a bearer token.
 *
 * The requirement has a scope since some readers drop the whole requirement when its list is empty.
 * @returns Fields for the options of `agentCard`.
 * @example agentCard(agent, { url, ...bearerSecurity() })
 */
export function bearerSecurity(): Required<Pick<AgentCard, 'securitySchemes' | 'securityRequirements'>> {
  return {
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: ['a2a'] } } }],
  }
}
