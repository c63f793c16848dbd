export { type CatalogItem, readCatalog } from './a2a/read-catalog.ts'
export { readCard } from './a2a/read-card.ts'
export { type KeySet, cardSignatures, decodeHeader, isSignature, unsignedCard, verifyCard } from './a2a/verify-card.ts'
export { agentRegistryId, parseAgentRegistry, provesDomain } from './erc8004/agent-registry.ts'
export { dataUriText } from './erc8004/data-uri.ts'
export { type Network, localChainId, networks } from './erc8004/networks.ts'
export { identityName, readRegistration } from './erc8004/read-registration.ts'
export { type CheckedEvent, checkEvent } from './nostr/check-event.ts'
export {
  type AgentDefinition,
  type DefinitionFile,
  definitionSlug,
  definitionTags,
  readDefinition,
} from './nostr/definition.ts'
export { NostrEvent, kinds, tagOf, tagsOf } from './nostr/event.ts'
export { protocolsError } from './errors.ts'
export { type OutsideFetch, readDocument } from './read-document.ts'
export { deletionsIn, isFuture, latestDefinitions, newest } from './nostr/latest.ts'
