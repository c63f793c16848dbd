export type {
  AgentCapabilities,
  AgentCard,
  AgentExtension,
  AgentInterface,
  AgentProvider,
  CardSignature,
  CardSkill,
  SecurityRequirement,
  SecurityScheme,
} from './a2a/agent-card.ts'
export { bearerSecurity } from './a2a/bearer-security.ts'
export { agentCard } from './a2a/build-card.ts'
export type { BuiltCard, CardOptions } from './a2a/build-card.ts'
export { canonicalJson } from './a2a/canonical-json.ts'
export { card03 } from './a2a/card-0-3.ts'
export type { AgentCard03 } from './a2a/card-0-3.ts'
export { createSigningKey } from './a2a/create-signing-key.ts'
export { exportCards } from './a2a/export-cards.ts'
export type { ExportCardsOptions } from './a2a/export-cards.ts'
export { readSigningKey } from './a2a/read-signing-key.ts'
export { signCard } from './a2a/sign-card.ts'
export { keySet } from './a2a/signing-key.ts'
export type { KeySet, PublicKey, SigningAlgorithm, SigningKey } from './a2a/signing-key.ts'
export { validateCard } from './a2a/validate-card.ts'
export { verifyCard } from './a2a/verify-card.ts'
export type { CardVerification, SignatureVerdict } from './a2a/verify-card.ts'
export type { AiCatalog, CatalogEntry, CatalogPublisher } from './catalog/ai-catalog.ts'
export { aiCatalog } from './catalog/build-catalog.ts'
export type { BuiltCatalog, CatalogOptions } from './catalog/build-catalog.ts'
export { exportCatalog } from './catalog/export-catalog.ts'
export { agentRegistryId, parseAgentRegistry } from './erc8004/agent-registry.ts'
export type { AgentRegistry } from './erc8004/agent-registry.ts'
export { registrationFile } from './erc8004/build-registration.ts'
export type { BuiltRegistration, RegistrationOptions } from './erc8004/build-registration.ts'
export { domainProof, provesDomain } from './erc8004/domain-proof.ts'
export type { DomainProof } from './erc8004/domain-proof.ts'
export { exportRegistrations } from './erc8004/export-registrations.ts'
export type { ExportRegistrationsOptions } from './erc8004/export-registrations.ts'
export { lintRegistration } from './erc8004/lint-registration.ts'
export { registrationType } from './erc8004/registration-file.ts'
export type { Registration, RegistrationFile, RegistrationService } from './erc8004/registration-file.ts'
export { dataUri, ipfsUri, maxCidBytes, maxDataUriBytes, readDataUri } from './erc8004/registration-uri.ts'
export {
  AgentIdUnpublishableError,
  BaseUrlInvalidError,
  DataUriInvalidError,
  NotCanonicalError,
  NothingToPublishError,
  RegistrationTooLargeError,
  SigningKeyExistsError,
  SigningKeyExposedError,
  SigningKeyInvalidError,
} from './errors.ts'
export type { Finding } from './finding.ts'
export { parseBaseUrl } from './publish/base-url.ts'
export type { Exported, ExportSource } from './publish/export-source.ts'
export { publishedPaths, wellKnownPaths } from './publish/published-paths.ts'
export type { PublishedPaths } from './publish/published-paths.ts'
export { selectAgents } from './publish/select-agents.ts'
export type { SelectedAgents } from './publish/select-agents.ts'
export { publishedJson } from './publish/write-export.ts'
export type { WriteExportOptions, WrittenExport } from './publish/write-export.ts'
