export { appendLines } from './append-lines.ts'
export { hasApproval, readApproval, removeApproval, writeApproval } from './approvals.ts'
export type { ApprovalKey, ApprovalOptions } from './approvals.ts'
export { bundledModules } from './bundled-modules.ts'
export type { ContextSettings } from './context-settings.ts'
export { createSpace } from './create-space.ts'
export type { CreatedSpace } from './create-space.ts'
export { domainName } from './domain-name.ts'
export {
  FetchRateLimitedError,
  FetchRecordingMissingError,
  FetchRedirectError,
  FetchRefusedError,
  FetchResponseInvalidError,
  FetchRobotsError,
  FetchTimeoutError,
  FetchTooLargeError,
  FetchUnreachableError,
  FileUnreadableError,
  FileUnwritableError,
  HomeUnknownError,
  JsonInvalidError,
  LockTimeoutError,
  PathRefusedError,
  SecretMisplacedError,
  SecretWithheldError,
  SettingsInvalidError,
  SpaceNotFoundError,
  WritesConflictError,
  WritesRefusedError,
  WritesRunUnknownError,
} from './errors.ts'
export { defaultLimits, patientLimits } from './fetch/fetch-limits.ts'
export type { FetchLimits } from './fetch/fetch-limits.ts'
export { createGuardedFetch } from './fetch/guarded-fetch.ts'
export type { GuardedFetch, GuardedFetchOptions, GuardedInit } from './fetch/guarded-fetch.ts'
export type { ResolveHost } from './fetch/guarded-lookup.ts'
export type { RecordingOptions } from './fetch/recordings.ts'
export type { FetchLogEntry } from './fetch/send-once.ts'
export { spaceFetchOptions } from './fetch/space-fetch.ts'
export type { TurnOptions } from './fetch/turns.ts'
export { findSpace, openSpace } from './find-space.ts'
export { foreignHosts } from './foreign-hosts.ts'
export { sha256 } from './hash.ts'
export type { IngestSettings, NetworkSettings, ResearchSettings, SearchSettings } from './knowledge-settings.ts'
export { makeFolder } from './make-folder.ts'
export { parseJson } from './parse-json.ts'
export { outsideSpace, refuseOutsideSpace } from './outside-space.ts'
export { pathInSpace } from './path-in-space.ts'
export type { PrivacySettings } from './privacy-settings.ts'
export { isLink } from './is-link.ts'
export { isRecord } from './is-record.ts'
export type { OnProgress, ProgressEvent } from './progress.ts'
export { readJournalLines } from './read-journal-lines.ts'
export type { JournalLine, JournalPosition, JournalRead } from './read-journal-lines.ts'
export { misplacedSecrets, readSecret } from './read-secret.ts'
export type { ReadSecretOptions } from './read-secret.ts'
export { readTextFile } from './read-text-file.ts'
export type { TextFile } from './read-text-file.ts'
export { namesIn } from './names-in.ts'
export { isPattern, plainPath } from './plain-path.ts'
export { removeTemporaryFiles } from './remove-temporary-files.ts'
export { relativeParts, resolveInside } from './resolve-inside.ts'
export type { RunnerSettings, RunnersSettings } from './runner-settings.ts'
export { schemaIssues } from './schema-issues.ts'
export { secretPlace } from './secret-place.ts'
export { shellWord } from './shell-word.ts'
export { readSettings } from './settings.ts'
export type { Settings } from './settings.ts'
export { spacePaths } from './space-paths.ts'
export type { SpacePaths } from './space-paths.ts'
export { syncFolder } from './sync-folder.ts'
export { systemErrorCode, systemErrorReason } from './system-error-reason.ts'
export { userPaths } from './user-paths.ts'
export type { UserPaths } from './user-paths.ts'
export { visibleText } from './visible-text.ts'
export { walkFiles } from './walk-files.ts'
export type { WalkedFile, WalkOptions } from './walk-files.ts'
export { withLock } from './with-lock.ts'
export type { LockOptions } from './with-lock.ts'
export { withTimeLimit } from './with-time-limit.ts'
export { writeFileAtomically } from './write-file-atomically.ts'
export { foldedName } from './writes/check-path.ts'
export { listWritesRuns } from './writes/list-writes-runs.ts'
export type { WritesRun } from './writes/list-writes-runs.ts'
export { undoWrites } from './writes/undo-writes.ts'
export type { KeptWrite, UndoneWrites } from './writes/undo-writes.ts'
export type { WriteRequest, WriteResult } from './writes/prepare-write.ts'
export { createWritesBroker } from './writes/writes-broker.ts'
export type { WritesBroker, WritesBrokerOptions, WritesLimits } from './writes/writes-broker.ts'
export { writtenPathRefusal } from './written-path-refusal.ts'
