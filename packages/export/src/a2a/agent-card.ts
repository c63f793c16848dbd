/** Where and how an agent answers. */
export type AgentInterface = {
  /** Absolute; `host:port` for gRPC. */
  readonly url: string
  /** `JSONRPC`, `HTTP+JSON`, `GRPC` or a URI. */
  readonly protocolBinding: string
  /** Major and minor: `1.0`. */
  readonly protocolVersion: string
  readonly tenant?: string | undefined
}

/** Who offers an agent. */
export type AgentProvider = { readonly url: string; readonly organization: string }

/** What an agent's endpoint can do beside answering. */
export type AgentCapabilities = {
  readonly streaming?: boolean | undefined
  readonly pushNotifications?: boolean | undefined
  readonly extensions?: readonly AgentExtension[] | undefined
  readonly extendedAgentCard?: boolean | undefined
}

/** An extension of the protocol. */
export type AgentExtension = {
  readonly uri?: string | undefined
  readonly description?: string | undefined
  readonly required?: boolean | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** How a caller proves who it is: one wrapper key such as `httpAuthSecurityScheme`. */
export type SecurityScheme = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Schemes that are needed together, each with its scopes. */
export type SecurityRequirement = { readonly schemes: Readonly<Record<string, { readonly list: readonly string[] }>> }

/** A skill as a card has it. */
export type CardSkill = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly examples?: readonly string[] | undefined
  readonly inputModes?: readonly string[] | undefined
  readonly outputModes?: readonly string[] | undefined
  readonly securityRequirements?: readonly SecurityRequirement[] | undefined
}

/** A signature over the canonical form of a card, detached (RFC 7515). */
export type CardSignature = {
  readonly protected: string
  readonly signature: string
  readonly header?: Readonly<Record<string, unknown>> | undefined
}

/**
 * An A2A agent card of version 1.0 as it goes over the wire.
 *
 * @see https://a2a-protocol.org/v1.0.1/specification
 */
export type AgentCard = {
  readonly name: string
  readonly description: string
  /** The first one is preferred. */
  readonly supportedInterfaces: readonly AgentInterface[]
  readonly provider?: AgentProvider | undefined
  /** Of the agent itself. */
  readonly version: string
  readonly documentationUrl?: string | undefined
  readonly capabilities: AgentCapabilities
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined
  readonly securityRequirements?: readonly SecurityRequirement[] | undefined
  /** Media types. */
  readonly defaultInputModes: readonly string[]
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly CardSkill[]
  readonly signatures?: readonly CardSignature[] | undefined
  readonly iconUrl?: string | undefined
}
