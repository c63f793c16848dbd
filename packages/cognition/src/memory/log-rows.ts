import { logParts, readLogState } from '../logs/log-parts.ts'
import type { Mind } from '../mind.ts'
import type { MemoryIndex } from './open-memory.ts'

/** In the order of {@link putLogs}. */
type LogRow = readonly (string | number | null)[]

export async function logRows(mind: Mind): Promise<readonly LogRow[]> {
  const rows: LogRow[] = []
  for (const { name, date, part } of await logParts(mind)) {
    const state = await readLogState(mind, name)
    const { status = 'pending', checkpoint = null, updated_at: at = '', sha256: hash = null } = state ?? {}
    rows.push([date, part, `${mind.agent}/logs/${name}`, status, checkpoint, at, hash])
  }
  return rows
}

export function putLogs(database: MemoryIndex['database'], rows: readonly LogRow[]): void {
  database.exec('DELETE FROM daily_logs')
  const put = database.prepare(
    'INSERT INTO daily_logs(date, part, path, status, checkpoint, updated_at, running_hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  for (const row of rows) put.run(...row)
}
