export type { AgentCard } from './a2a/agent-card.ts'
export { bearerSecurity } from './a2a/bearer-security.ts'
export { agentCard } from './a2a/build-card.ts'
export { canonicalJson } from './a2a/canonical-json.ts'
export { card03 } from './a2a/card-0-3.ts'
export { createSigningKey } from './a2a/create-signing-key.ts'
export { exportCards } from './a2a/export-cards.ts'
export { readSigningKey } from './a2a/read-signing-key.ts'
export { signCard } from './a2a/sign-card.ts'
export { keySet } from './a2a/signing-key.ts'
export type { SigningKey } from './a2a/signing-key.ts'
export { validateCard } from './a2a/validate-card.ts'
export { verifyCard } from './a2a/verify-card.ts'
export type { AiCatalog, CatalogEntry } from './catalog/ai-catalog.ts'
export { aiCatalog } from './catalog/build-catalog.ts'
export { exportCatalog } from './catalog/export-catalog.ts'
export { agentRegistryId, parseAgentRegistry } from './erc8004/agent-registry.ts'
export { registrationFile } from './erc8004/build-registration.ts'
export type { RegistrationOptions } from './erc8004/build-registration.ts'
export { domainProof, provenAgents, provesDomain } from './erc8004/domain-proof.ts'
export type { DomainProof } from './erc8004/domain-proof.ts'
export { exportRegistrations } from './erc8004/export-registrations.ts'
export { lintRegistration } from './erc8004/lint-registration.ts'
export type { Registration, RegistrationFile } from './erc8004/registration-file.ts'
export { dataUri, ipfsUri, readDataUri } from './erc8004/registration-uri.ts'
export {
  AgentIdUnpublishableError,
  BaseUrlInvalidError,
  DataUriInvalidError,
  NotCanonicalError,
  NothingToPublishError,
  PublishedKeysInvalidError,
  RegistrationTooLargeError,
  SigningKeyExistsError,
  SigningKeyExposedError,
  SigningKeyInvalidError,
} from './errors.ts'
export { exportAgents } from './hosts/export-agents.ts'
export { exportFinder } from './hosts/export-finder.ts'
export { parseBaseUrl } from './publish/base-url.ts'
export type { Exported, ExportSource } from './publish/export-source.ts'
export { publishedPaths, wellKnownPaths } from './publish/published-paths.ts'
export { selectAgents } from './publish/select-agents.ts'
export { publishedJson } from './publish/write-export.ts'
export type { UriScheme } from './chain/identities/agent-file.ts'
export type { ChainReport } from './chain/chain-report.ts'
export {
  AgentUnregisteredError,
  CallRevertedError,
  ChainMismatchError,
  ChainOptionMissingError,
  CostTooHighError,
  FeeTooHighError,
  FundsInsufficientError,
  GasTooHighError,
  IdentityMissingError,
  IdentityTransferredError,
  IdentityUnclearError,
  JournalDamagedError,
  MainnetRefusedError,
  NetworkUnknownError,
  PublicKeyRefusedError,
  ReadBackDiffersError,
  RegistrationOrphanedError,
  RegistrationRefusedError,
  RegistryUnfitError,
  RpcFailedError,
  SendingInterruptedError,
  SignerFailedError,
  TransactionFailedError,
  TransactionPendingError,
} from './chain/errors.ts'
export { startLocalChain } from './chain/local/start-local-chain.ts'
export type { LocalChain, LocalChainOptions } from './chain/local/start-local-chain.ts'
export { listNetworks } from './chain/connect/network.ts'
export type { ListedNetwork } from './chain/connect/network.ts'
export { rateAgents } from './chain/rate-agents.ts'
export type { RatingReport } from './chain/rate-agents.ts'
export { readReputation } from './chain/read-reputation.ts'
export type { ChainReputation } from './chain/read-reputation.ts'
export { recoverAgents } from './chain/recover-agents.ts'
export type { RecoverReport } from './chain/recover-agents.ts'
export { registerAgents } from './chain/register-agents.ts'
export type { RegisterOptions } from './chain/register-options.ts'
export type { SendOptions } from './chain/send/session.ts'
export { statusAgents } from './chain/status-agents.ts'
export type { StatusOptions, StatusReport } from './chain/status-agents.ts'
export { updateAgents } from './chain/update-agents.ts'
export { verifyAgents } from './chain/verify-agents.ts'
export type { AgentVerification } from './chain/verify-agents.ts'
export {
  EnvironmentKeyRefusedError,
  KeystoreExistsError,
  KeystoreInvalidError,
  KeystoreNotFoundError,
  LocalChainFailedError,
  PassphraseWrongError,
  PrivateKeyInvalidError,
  SecretUnavailableError,
} from './errors.ts'
export { importKeystore, newKeystore, planKeystore } from './keys/create-keystore.ts'
export type { Keystore } from './keys/create-keystore.ts'
export { keystoreAddress, listKeystores } from './keys/list-keystores.ts'
export type { KeystoreList } from './keys/list-keystores.ts'
export type { SecretSource } from './keys/secret-source.ts'
