export { type CheckedEvent, checkEvent } from './nostr/check-event.ts'
export {
  type AgentDefinition,
  type DefinitionFile,
  definitionSlug,
  definitionTags,
  readDefinition,
} from './nostr/definition.ts'
export { NostrEvent, kinds, tagOf, tagsOf } from './nostr/event.ts'
export { deletionsIn, isFuture, latestDefinitions, newest } from './nostr/latest.ts'
