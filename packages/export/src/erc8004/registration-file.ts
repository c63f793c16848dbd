/** A way to reach an agent. */
export type RegistrationService = {
  /** `A2A`, `MCP`, `web`, `OASF`, `ENS`, `DID`, `email` or another one. */
  readonly name: string
  readonly endpoint: string
  readonly version?: string | undefined
  /** OASF: paths of its taxonomy. */
  readonly skills?: readonly string[] | undefined
  readonly domains?: readonly string[] | undefined
  /** A2A: ids of skills, for indexers. */
  readonly a2aSkills?: readonly string[] | undefined
}

/** An identity of an agent on a chain. */
export type Registration = {
  readonly agentId: number
  /** `eip155:<chain id>:<address of the identity registry>`. */
  readonly agentRegistry: string
}

/**
 * What an agent's URI on the chain resolves to.
 *
 * @see https://eips.ethereum.org/EIPS/eip-8004
 */
export type RegistrationFile = {
  readonly type: typeof registrationType
  readonly name: string
  readonly description: string
  readonly image?: string | undefined
  readonly services: readonly RegistrationService[]
  readonly x402Support: boolean
  readonly active: boolean
  readonly registrations?: readonly Registration[] | undefined
  readonly supportedTrust?: readonly string[] | undefined
}

/** The type that every registration file has. */
export const registrationType = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1'
