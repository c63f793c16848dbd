export { type CatalogItem, readCatalog } from './a2a/read-catalog.ts'
export { readCard } from './a2a/read-card.ts'
export { type KeySet, cardSignatures, decodeHeader, isSignature, unsignedCard, verifyCard } from './a2a/verify-card.ts'
export { agentRegistryId, parseAgentRegistry, provesDomain } from './erc8004/agent-registry.ts'
export { dataUriText } from './erc8004/data-uri.ts'
export { type Network, localChainId, networks } from './erc8004/networks.ts'
export { identityName, readRegistration } from './erc8004/read-registration.ts'
export { protocolError } from './errors.ts'
export { announcementKinds, readAnnouncement, serverKinds } from './nostr/announcement.ts'
export { askRelays } from './nostr/ask-relays.ts'
export { checkEvent } from './nostr/check-event.ts'
export { type AgentDefinition, definitionTags, readDefinition } from './nostr/definition.ts'
export { type AgentDiscovery, type AgentQuery, discoveryTags, readDiscovery } from './nostr/discovery.ts'
export { NostrEvent, kinds, tagOf, tagsOf, versionOf } from './nostr/event.ts'
export { deletionsIn, isFuture, latestDefinitions, newest, stillPublished } from './nostr/latest.ts'
export { lessonTags, readLesson } from './nostr/lesson.ts'
export { namedOwners, ownersOf } from './nostr/owner.ts'
export {
  eventReference,
  npubOf,
  publicKeyOf,
  readReference,
  referenceFilter,
  referenceOf,
  refuseSecret,
  shareable,
} from './nostr/reference.ts'
export { type NostrFilter, type OpenRelay, publishTo } from './nostr/relay.ts'
export { readTeam } from './nostr/team.ts'
export { tenexScore } from './nostr/tenex-score.ts'
export { sameAgentExtension } from './same-agent.ts'
export { type OutsideFetch, readDocument } from './read-document.ts'
