export { decodeEntities, isTellingWord, isoDate as publishedAt, plainText } from '@datacortex/text'
export { type AskSourceOptions, askSource } from './ask/ask-source.ts'
export { readBody, readRefusal } from './ask/body.ts'
export { goodItems } from './ask/good-items.ts'
export { isPublicAddress } from './ask/public-address.ts'
export { SecretName } from './ask/secret-name.ts'
export { sourceKey } from './ask/source-key.ts'
export {
  KeyedSourceAddress,
  KeyedSourceSettings,
  SourceAddress,
  SourceSettings,
  keyedOnlyOverHttps,
  sourceUrl,
  webUrl,
} from './ask/source-url.ts'
export { checkExtraction } from './check-extraction.ts'
export { type CheckedManifest, checkManifest } from './check-manifest.ts'
export { type ConcealedStream, concealedStream } from './concealed-stream.ts'
export { type Plugin, type PluginContext, type PluginSocket, definePlugin } from './define-plugin.ts'
export { pluginError } from './errors.ts'
export { type CutEnd, type HideSecrets, hideSecrets } from './hide-secrets.ts'
export { hookPoints } from './hooks.ts'
export type { HookAnswer, HookAnswers, HookPayloads, HookPoint, Hooks, OutputVerdict } from './hooks.ts'
export type {
  Directory,
  DirectoryAnswer,
  DirectoryFailure,
  DirectoryOptions,
  PublishedAgent,
  PublishedProof,
  PublishedRating,
} from './directory.ts'
export type { Closable, PluginKind, PluginKinds } from './kinds.ts'
export type { Logger } from './logger.ts'
export { type Permissions, type SourceEntry, type SubAgentEntry, Manifest, moduleName } from './manifest.ts'
export { readWave } from './read-wave.ts'
export { retryAfterMs } from './retry-after.ts'
export type { Runner, RunnerOptions, RunnerResult, RunnerTask } from './runner.ts'
export { type SaidByServerOptions, saidByServer } from './said-by-server.ts'
export { secretSpellings } from './secret-spellings.ts'
export type { FoundDocument, ReadDocument, Source, SourceAnswer, SourceOptions, WorkIds } from './source.ts'
export type { Speech, SpeechState, SpokenAudio, Voice } from './speech.ts'
export type {
  ConversationTopic,
  ExtractedBlock,
  ExtractedConversation,
  ExtractedDocument,
  ExtractedQuote,
  Extraction,
  SubAgent,
  SubAgentInput,
} from './sub-agent.ts'
export type { Writer, WriterAnswer, WriterOptions, WriterRequest } from './writer.ts'
