export type {
  ClaimedJob,
  ClaimOptions,
  FailOptions,
  GitQueueOptions,
  Job,
  JobError,
  JobQueue,
  JobState,
  JobStats,
  Json,
  ListOptions,
  PostgresQueueOptions,
  QueueOptions,
  Schedule,
  ScheduleOptions,
  SendOptions,
  SqliteQueueOptions,
} from './contract.ts'
export { queueError } from './errors.ts'
export { openGitQueue } from './git/git-queue.ts'
export { openPostgresQueue } from './postgres/postgres-queue.ts'
export { openSqliteQueue } from './sqlite/sqlite-queue.ts'
