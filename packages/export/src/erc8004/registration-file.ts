import type { RegistrationService } from './registration-hints.ts'

/** An identity of an agent on a chain. */
export type Registration = {
  readonly agentId: number
  /** `eip155:<chain id>:<address of the identity registry>`. */
  readonly agentRegistry: string
}

/**
 * What an agent's URI on the chain resolves to.
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

export const registrationType = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1'
