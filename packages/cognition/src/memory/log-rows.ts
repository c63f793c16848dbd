import { logParts, readLogState } from '../logs/log-parts.ts'
import type { Mind } from '../mind.ts'
import type { MemoryIndex } from './open-memory.ts'

/** Day, part, path, status, checkpoint, time and hash, as {@link putLogs} names them. */
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
  const names = ['date', 'part', 'path', 'status', 'checkpoint', 'updated_at', 'running_hash']
  const put = database.prepare(
    `INSERT INTO daily_logs(${names.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(path) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  for (const row of rows) put.run(...row)
  const paths = new Set(rows.map(([, , path]) => path))
  for (const { path } of database.prepare('SELECT path FROM daily_logs').all())
    if (!paths.has(String(path))) database.prepare('DELETE FROM daily_logs WHERE path = ?').run(String(path))
}
