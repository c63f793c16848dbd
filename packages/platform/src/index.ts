export { appendLines } from './files/append-lines.ts'
export { hasApproval, readApproval, removeApproval, writeApproval } from './approvals.ts'
export type { ApprovalKey, ApprovalOptions } from './approvals.ts'
export { bundledModules } from './space/bundled-modules.ts'
export type { ContextSettings } from './settings/context-settings.ts'
export { createSpace } from './space/create-space.ts'
export type { CreatedSpace } from './space/create-space.ts'
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
export { findSpace, openSpace } from './space/find-space.ts'
export { foreignHosts } from './foreign-hosts.ts'
export { sha256 } from './hash.ts'
export type {
  IngestSettings,
  NetworkSettings,
  ResearchSettings,
  SearchSettings,
} from './settings/knowledge-settings.ts'
export { makeFolder } from './files/make-folder.ts'
export { parseJson } from './parse/parse-json.ts'
export { outsideSpace, refuseOutsideSpace } from './paths/outside-space.ts'
export { localDisk } from './files/disk.ts'
export type { Disk } from './files/disk.ts'
export { pathInSpace } from './paths/path-in-space.ts'
export type { PrivacySettings } from './settings/privacy-settings.ts'
export { isLink } from './files/is-link.ts'
export { isRecord } from './parse/is-record.ts'
export type { OnProgress, ProgressEvent } from './progress.ts'
export { readJournalLines } from './files/read-journal-lines.ts'
export type { JournalLine, JournalPosition, JournalRead } from './files/read-journal-lines.ts'
export { misplacedSecrets, readSecret } from './read-secret.ts'
export type { ReadSecretOptions } from './read-secret.ts'
export { readTextFile } from './files/read-text-file.ts'
export type { TextFile } from './files/read-text-file.ts'
export { namesIn } from './files/names-in.ts'
export { isPattern, plainPath } from './paths/plain-path.ts'
export { removeTemporaryFiles } from './files/remove-temporary-files.ts'
export { spelledOnDisk } from './paths/spelled-on-disk.ts'
export { relativeParts, resolveInside } from './paths/resolve-inside.ts'
export type { RunnerSettings, RunnersSettings } from './settings/runner-settings.ts'
export { schemaIssues } from './parse/schema-issues.ts'
export { secretPlace } from './paths/secret-place.ts'
export { shellWord } from './shell-word.ts'
export { readSettings } from './settings/settings.ts'
export type { Settings } from './settings/settings.ts'
export { spacePaths } from './space/space-paths.ts'
export type { SpacePaths } from './space/space-paths.ts'
export { syncFolder } from './files/sync-folder.ts'
export { systemErrorCode, systemErrorReason } from './files/system-error-reason.ts'
export { userPaths } from './space/user-paths.ts'
export type { UserPaths } from './space/user-paths.ts'
export { visibleText } from './visible-text.ts'
export { walkFiles } from './files/walk-files.ts'
export type { WalkedFile, WalkOptions } from './files/walk-files.ts'
export { withLock } from './locks/with-lock.ts'
export type { LockOptions } from './locks/with-lock.ts'
export { createSlots } from './slots.ts'
export type { Slots } from './slots.ts'
export { patientLimit } from './patient-limit.ts'
export { withTimeLimit } from './with-time-limit.ts'
export { replaceFile, writeFileAtomically } from './files/write-file-atomically.ts'
export { foldedName } from './writes/check-path.ts'
export { filesOfRun, listWritesRuns } from './writes/list-writes-runs.ts'
export type { WritesRun } from './writes/list-writes-runs.ts'
export { undoWrites } from './writes/undo-writes.ts'
export type { KeptWrite, UndoneWrites } from './writes/undo-writes.ts'
export type { WriteRequest, WriteResult } from './writes/prepare-write.ts'
export { createWritesBroker } from './writes/writes-broker.ts'
export type { WritesBroker, WritesBrokerOptions, WritesLimits } from './writes/writes-broker.ts'
export { writtenPathRefusal } from './paths/written-path-refusal.ts'
