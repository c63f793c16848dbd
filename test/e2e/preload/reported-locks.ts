// Loaded before the program: that a lock is held by somebody else, so that the program waits, is written down.
import { appendFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const { prototype } = DatabaseSync
// oxlint-disable-next-line typescript/unbound-method -- It is called with the database below.
const { exec } = prototype

prototype.exec = function reported(this: DatabaseSync, sql: string): void {
  try {
    exec.call(this, sql)
  } catch (error) {
    appendFileSync(process.env['LOCK_LOG'] ?? '/dev/stderr', `${sql}\n`)
    throw error
  }
}
