import { logParts, readLogState } from '../logs/log-parts.ts'
import type { Mind } from '../mind.ts'
import type { MemoryIndex } from './open-memory.ts'

/** In the order of {@link putLogs}. */
export async function logRows(mind: Mind) {
  return await Array.fromAsync(await logParts(mind), async ({ name, date, part }) => {
    const state = await readLogState(mind, name)
    const { status = 'pending', checkpoint = null, updated_at: at = '', sha256: hash = null } = state ?? {}
    return [date, part, `${mind.agent}/logs/${name}`, status, checkpoint, at, hash]
  })
}

export function putLogs(database: MemoryIndex, rows: Awaited<ReturnType<typeof logRows>>): void {
  database.exec('DELETE FROM daily_logs')
  const put = database.prepare(
    'INSERT INTO daily_logs(date, part, path, status, checkpoint, updated_at, running_hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  for (const row of rows) put.run(...row)
}
