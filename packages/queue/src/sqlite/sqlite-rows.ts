import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { jsonOf } from '@datacortex/platform'
import type { Json } from '../contract.ts'
import type { KeptSchedule } from '../cron-times.ts'
import { type AskedJobs, type JobRows, noJobs } from '../job-rows.ts'
import type { KeptJob } from '../kept-job.ts'

/** The rows of a database, whose columns are what is looked for: all of a job stands in `job`, what it carries in `bodies`. */
export function jobRows(database: DatabaseSync): JobRows {
  const all = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: readonly SQLInputValue[]) => statement.all(...values)
  }
  const statements = {
    one: all('SELECT job FROM jobs WHERE id = ?'),
    withKey: all(
      `SELECT id FROM jobs WHERE kind = ? AND "key" = ? AND state IN ('ready', 'failed', 'active') AND "key" IS NOT NULL`,
    ),
    insert: all(
      `INSERT INTO jobs (state, isDelayed, startAfter, leaseMs, leaseUntil, job, id, kind, "key", "group", priority)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: all(
      'UPDATE jobs SET state = ?, isDelayed = ?, startAfter = ?, leaseMs = ?, leaseUntil = ?, job = ? WHERE id = ?',
    ),
    insertBody: all('INSERT INTO bodies (seq, payload) SELECT seq, ? FROM jobs WHERE id = ?'),
    setResult: all('UPDATE bodies SET result = ? WHERE seq = (SELECT seq FROM jobs WHERE id = ?)'),
    body: all('SELECT payload, result FROM bodies WHERE seq = (SELECT seq FROM jobs WHERE id = ?)'),
    silent: all(
      `SELECT job FROM jobs WHERE state = 'active' AND kind = ? AND leaseUntil <= ? ORDER BY leaseUntil LIMIT ?`,
    ),
    wake: all('UPDATE jobs SET isDelayed = 0 WHERE isDelayed = 1 AND startAfter <= ?'),
    waiting: all(
      `SELECT job FROM jobs WHERE state IN ('ready', 'failed') AND isDelayed = 0 AND kind = ?
         ORDER BY priority DESC, seq LIMIT ?`,
    ),
    ahead: all(`SELECT job FROM jobs WHERE state = 'active' AND leaseUntil > ? + leaseMs`),
    schedules: all('SELECT schedule FROM schedules WHERE nextAt <= ? ORDER BY name'),
    schedule: all('INSERT OR REPLACE INTO schedules VALUES (?, ?, ?)'),
    unschedule: all('DELETE FROM schedules WHERE name = ? RETURNING name'),
  }
  return {
    one: (id) => jobsOf(statements.one(id))[0],
    withKey: (kind, key) => statements.withKey(kind, key)[0]?.['id'] as string | undefined,
    add: (job, payload, now) => {
      const { id, kind, key = null, group = null, priority } = job
      statements.insert(...changing(job, now), id, kind, key, group, priority)
      statements.insertBody(JSON.stringify(payload), id)
    },
    write: (job, now, result) => {
      statements.update(...changing(job, now), job.id)
      if (result !== undefined) statements.setResult(JSON.stringify(result), job.id)
    },
    body: (id) => {
      const { payload, result } = statements.body(id)[0] ?? {}
      return {
        payload: jsonOf(String(payload)) as Json,
        ...(typeof result === 'string' ? { result: jsonOf(result) as Json } : {}),
      }
    },
    silent: (kind, now, limit) => jobsOf(statements.silent(kind, now, limit)),
    waiting: (kind, now, limit) => {
      // So that the index of those that can be had holds no others, however many wait for their time.
      statements.wake(now)
      return jobsOf(statements.waiting(kind, limit))
    },
    ahead: (now) => jobsOf(statements.ahead(now)),
    schedules: (now = Number.MAX_SAFE_INTEGER) =>
      statements.schedules(now).map((row) => jsonOf(String(row['schedule'])) as KeptSchedule),
    schedule: (schedule) => void statements.schedule(schedule.name, schedule.nextAt, JSON.stringify(schedule)),
    unschedule: (name) => statements.unschedule(name).length > 0,
    list: (asked, limit) => {
      const { where, values } = conditionsOf(asked)
      return jobsOf(database.prepare(`SELECT job FROM jobs ${where} ORDER BY seq DESC LIMIT ?`).all(...values, limit))
    },
    stats: (asked) => {
      const { where, values } = conditionsOf(asked)
      const counted = database.prepare(`SELECT state, count(*) AS n FROM jobs ${where} GROUP BY state`).all(...values)
      return { ...noJobs, ...Object.fromEntries(counted.map(({ state, n }) => [state, Number(n)])) }
    },
  }
}

function jobsOf(rows: readonly Record<string, unknown>[]): readonly KeptJob[] {
  return rows.map((row) => jsonOf(String(row['job'])) as KeptJob)
}

function changing(job: KeptJob, now: number): readonly SQLInputValue[] {
  const { state, startAfter, leaseMs = null, leaseUntil = null } = job
  const isDelayed = startAfter > now && (state === 'ready' || state === 'failed')
  return [state, Number(isDelayed), startAfter, leaseMs, leaseUntil, JSON.stringify(job)]
}

function conditionsOf({ ids, kinds, states, group }: AskedJobs) {
  const asked = Object.entries({ id: ids, kind: kinds, state: states, '"group"': group && [group] })
  const wanted = asked.filter(([, values]) => values !== undefined)
  const tests = wanted.map(([name]) => `${name} IN (SELECT value FROM json_each(?))`)
  return {
    where: tests.length === 0 ? '' : `WHERE ${tests.join(' AND ')}`,
    values: wanted.map(([, values]) => JSON.stringify(values)),
  }
}
