import type { JobQueue, SqliteQueueOptions } from '../contract.ts'
import { queueOver } from '../queue-over.ts'
import { openJobDatabase } from './job-database.ts'
import { jobRows } from './sqlite-rows.ts'

/**
 * Opens a queue in a file of this machine, which is made if absent. Each change is on the disk before it is answered. Close it.
 * @throws `QUEUE_DAMAGED`, `QUEUE_SCHEMA_NEWER`, `QUEUE_UNAVAILABLE`; what stands in the file stays as it is.
 * @example await using queue = await openSqliteQueue({ file: '/home/ada/notes/.datacore/state/queue.sqlite' })
 */
export async function openSqliteQueue({ file, ...options }: SqliteQueueOptions): Promise<JobQueue> {
  const { database, change, read, close } = await openJobDatabase(file)
  const rows = await read(() => jobRows(database))
  return queueOver(
    {
      change: async (run) => await change(() => run(rows)),
      read: async (run) => await read(() => run(rows)),
      close,
    },
    options,
  )
}
