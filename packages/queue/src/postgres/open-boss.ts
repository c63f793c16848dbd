import { attempt, redact } from '@datacortex/errors'
import { systemErrorCode } from '@datacortex/platform'
import type { PgBoss } from 'pg-boss'
import type { PostgresQueueOptions } from '../contract.ts'
import { queueError } from '../errors.ts'

/** The one whose tables are known here: a change of them would be found by the suite, not by a user. */
const bossVersion = '12.27.0'

export type Row = Readonly<Record<string, unknown>>

export type OpenBoss = {
  readonly boss: PgBoss
  /** `%` stands for the schema. */
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Runs what pg-boss does, and says what went wrong as a user can mend it. */
  readonly ask: <T>(run: () => Promise<T>) => Promise<T>
}

/** Connects, and makes the tables if they are absent. Stop it. */
export async function openBoss({ url, schema = 'datacortex_queue' }: PostgresQueueOptions): Promise<OpenBoss> {
  const { PgBoss: Boss } = await import('pg-boss').catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw queueError('QUEUE_PEER_MISSING', { version: bossVersion }, { cause: error })
  })
  const place = placeOf(url)
  const ask = async <T>(run: () => Promise<T>): Promise<T> => await run().catch(coded(place))
  const boss = attempt(
    // Nothing runs beside what is asked for: leases that have passed and schedules are looked after by who claims.
    () => new Boss({ connectionString: url, schema, supervise: false, schedule: false, max: 4 }),
    (error) => {
      throw queueError('QUEUE_OPTION_INVALID', { issues: [error instanceof Error ? error.message : String(error)] })
    },
  )
  // A connection that breaks while nobody uses it is made anew by who does next.
  boss.on('error', () => undefined)
  await ask(async () => await boss.start())
  const sql: OpenBoss['sql'] = async (text, values = []) =>
    await ask(async () => (await boss.getDb().executeSql(text.replaceAll('%', schema), [...values])).rows as Row[])
  await ask(async () => {
    // One text, so one transaction: two processes that begin together would both make the table.
    await boss.getDb().executeSql(`
      SELECT pg_advisory_xact_lock(hashtext('${schema}.job_schedules'));
      CREATE TABLE IF NOT EXISTS ${schema}.job_schedules
        (name text PRIMARY KEY, next_at timestamptz NOT NULL, schedule jsonb NOT NULL);`)
  })
  return { boss, sql, ask }
}

/** Without user and password. */
function placeOf(url: string): string {
  const { host = '', pathname = url } = URL.parse(url) ?? {}
  return redact(`${host}${pathname}`)
}

/** Mistakes of a statement are ours: all else that a server or the way to it says is for who runs it. */
function coded(place: string): (error: unknown) => never {
  return (error) => {
    const code = systemErrorCode(error) ?? ''
    if (!(error instanceof Error) || /^(?:22|23|42(?!501))/.test(code) || error.name === 'AssertionError') throw error
    const reason = redact(error.message || code).replace(/\.$/, '')
    throw queueError('QUEUE_UNAVAILABLE', { place, reason }, { cause: error })
  }
}
