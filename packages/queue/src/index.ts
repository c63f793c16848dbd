export type { ClaimedJob, Job, JobQueue, Json } from './contract.ts'
export { openGitQueue } from './git/git-queue.ts'
export { openPostgresQueue } from './postgres/postgres-queue.ts'
export { openSqliteQueue } from './sqlite/sqlite-queue.ts'
