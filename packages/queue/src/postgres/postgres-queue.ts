import { createHash, randomUUID } from 'node:crypto'
import { type SentJob, checkClaim, checkList, checkSent, checkTime, jsonText, keptError } from '../check-input.ts'
import type { Job, JobQueue, Json, PostgresQueueOptions } from '../contract.ts'
import { type KeptSchedule, asSchedule, dueRun, newSchedule } from '../cron-times.ts'
import { queueError } from '../errors.ts'
import { noJobs } from '../job-rows.ts'
import { defaultBackoffMs, workerLost } from '../kept-job.ts'
import { type BossData, asClaimed, asJob, idOf, partsOf, selectJobs, singletonKey, stateOf } from './boss-job.ts'
import { type Row, openBoss } from './open-boss.ts'

const day = 86_400
/** What pg-boss gives each job; a claim with another lease sets its own. */
const usualLeaseSeconds = 60

/**
 * Opens a queue in PostgreSQL, in tables of pg-boss, which many machines can share. Time is that of the server, and leases
 * and deadlines count in seconds. Close it.
 * @throws `QUEUE_PEER_MISSING` if pg-boss is not installed, `QUEUE_UNAVAILABLE`, `QUEUE_OPTION_INVALID`
 * @example await using queue = await openPostgresQueue({ url: 'postgres://ada@db.example/jobs' })
 */
export async function openPostgresQueue(options: PostgresQueueOptions): Promise<JobQueue> {
  const { backoffMs = defaultBackoffMs } = options
  const { boss, sql, ask } = await openBoss(options)
  const made = new Set<string>()
  let lookAt = 0

  const serverTime = async (): Promise<number> => timeIn((await sql('SELECT now() AS time'))[0])

  const make = async (kind: string): Promise<void> => {
    if (made.has(kind)) return
    const limits = { retentionSeconds: 365 * day, deleteAfterSeconds: 0, heartbeatSeconds: usualLeaseSeconds }
    await ask(async () => await boss.createQueue(kind, { policy: 'exclusive', retryDelay: 0, ...limits }))
    made.add(kind)
  }

  const add = async (
    sent: SentJob,
    { payload, schedule, uuid = randomUUID() }: Pick<Job, 'payload' | 'schedule'> & { readonly uuid?: string },
  ): Promise<string> => {
    const { kind, group, priority, startAfter, deadlineMs, maxAttempts } = sent
    await make(kind)
    const data: BossData = { payload, tries: maxAttempts, ...(schedule === undefined ? {} : { schedule }) }
    const key = singletonKey(sent, uuid)
    for (;;) {
      const made = await ask(
        async () =>
          await boss.send(kind, data, {
            id: uuid,
            priority,
            singletonKey: key,
            retryLimit: maxAttempts - 1,
            expireInSeconds: Math.ceil(deadlineMs / 1000),
            ...(group === undefined ? {} : { group: { id: group } }),
            ...(startAfter === 0 ? {} : { startAfter: new Date(startAfter) }),
          }),
      )
      if (made !== null) return idOf(kind, made)
      const same = await sql(
        `SELECT id FROM %.job WHERE name = $1 AND (id = $3 OR singleton_key = $2 AND state <= 'active') LIMIT 1`,
        [kind, key, uuid],
      )
      if (same[0] !== undefined) return idOf(kind, String(same[0]['id']))
      // The one that had the key has ended in between.
    }
  }

  /** Jobs whose worker fell silent can be had again or are dead, and nothing lies in a future that a clock came back from. */
  const mend = async (kinds: readonly string[]): Promise<number> => {
    const ahead = await sql(
      `UPDATE %.job SET heartbeat_on = CASE WHEN heartbeat_on > now() THEN now() ELSE heartbeat_on END,
         started_on = CASE WHEN started_on > now() THEN now() ELSE started_on END,
         created_on = least(created_on, now()), start_after = CASE state WHEN 'created' THEN now() ELSE start_after END
       WHERE name = ANY($1) AND (state = 'active' AND greatest(heartbeat_on, started_on) > now()
         OR state = 'created' AND start_after = created_on AND start_after > now())
       RETURNING 1`,
      [kinds],
    )
    const silent = await sql(
      `UPDATE %.job SET heartbeat_on = NULL,
         state = CASE WHEN retry_count < retry_limit THEN 'retry'::%.job_state ELSE 'failed' END,
         start_after = CASE WHEN retry_count < retry_limit THEN now() ELSE start_after END,
         completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END,
         output = jsonb_build_object('code', $2::text, 'message', $3::text || (retry_count + 1))
       WHERE name = ANY($1) AND state = 'active' AND (heartbeat_on + heartbeat_seconds * interval '1s' <= now()
         OR started_on + expire_seconds * interval '1s' <= now())
       RETURNING state::text`,
      [kinds, workerLost.code, workerLost.message],
    )
    return ahead.length + silent.length
  }

  const sendDue = async (): Promise<number> => {
    const due = await sql('SELECT schedule, now() AS time FROM %.job_schedules WHERE next_at <= now() ORDER BY name')
    for (const row of due) {
      const kept = row['schedule'] as KeptSchedule
      const run = dueRun(kept, timeIn(row))
      if (run === undefined) continue
      // The same id for all who see it due: it is sent once, also if one of them ends before it says so.
      const uuid = createHash('sha256').update(`${kept.name} ${kept.nextAt}`).digest('hex').slice(0, 32)
      await add(kept.sent, {
        payload: kept.payload,
        schedule: run.schedule,
        uuid: uuid.replace(uuidParts, '$1-$2-$3-$4-$5'),
      })
      const { name, nextAt } = kept
      await sql(
        run.next === undefined
          ? 'DELETE FROM %.job_schedules WHERE name = $1 AND next_at = to_timestamp($2 / 1000.0)'
          : 'UPDATE %.job_schedules SET next_at = to_timestamp($3 / 1000.0), schedule = $4 WHERE name = $1 AND next_at = to_timestamp($2 / 1000.0)',
        run.next === undefined ? [name, nextAt] : [name, nextAt, run.next.nextAt, JSON.stringify(run.next)],
      )
    }
    return due.length
  }

  const fetch = async (kind: string, limit: number, leaseSeconds: number) => {
    await make(kind)
    const jobs = await ask(async () => await boss.fetch<BossData>(kind, { batchSize: limit, includeMetadata: true }))
    const others = jobs.filter(({ heartbeatSeconds }) => heartbeatSeconds !== leaseSeconds).map(({ id }) => id)
    const set = 'UPDATE %.job SET heartbeat_seconds = $3 WHERE name = $1 AND id = ANY($2::uuid[])'
    if (others.length > 0) await sql(set, [kind, others, leaseSeconds])
    return jobs
      .toSorted((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime())
      .map((job) => asClaimed(job, leaseSeconds))
  }

  /** The row that a change of one job left, or the reason why there is none. */
  const change = async (id: string, set: string, values: readonly unknown[]): Promise<Row | undefined> => {
    const { kind, uuid } = knownParts(id)
    const [row] = await sql(`UPDATE %.job SET ${set} RETURNING state::text`, [kind, uuid, ...values])
    return row
  }
  const held = "WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 - 1"

  const find = async (id: string): Promise<Job> => {
    const { kind, uuid } = knownParts(id)
    const [row] = await sql(`${selectJobs} WHERE name = $1 AND id = $2`, [kind, uuid])
    if (row === undefined) throw queueError('QUEUE_JOB_UNKNOWN', { id })
    return asJob(row)
  }

  /** Where the same was said before, nothing changes. */
  const unchanged = async (id: string, attempt: number, states: readonly Job['state'][]): Promise<Job['state']> => {
    const { state, attempt: now } = await find(id)
    if (states.includes(state) && attempt === now) return state
    throw queueError('QUEUE_ATTEMPT_STALE', { id, attempt, state, now })
  }

  const close = async (): Promise<void> => await ask(async () => await boss.stop({ graceful: false }))
  return {
    send: async (kind, payload, sendOptions) => {
      const sent = checkSent(kind, sendOptions)
      jsonText(payload, 'payload')
      return await add(sent, { payload })
    },
    claim: async (kinds, claimOptions) => {
      const asked = checkClaim(kinds, claimOptions)
      const leaseSeconds = Math.ceil(asked.leaseMs / 1000)
      for (let isLast = false; ; isLast = true) {
        // Also while there is always something to do.
        if (isLast || performance.now() >= lookAt) {
          lookAt = performance.now() + 1000
          const found = (await sendDue()) + (await mend(asked.kinds))
          if (isLast && found === 0) return []
        }
        for (const kind of asked.kinds) {
          const jobs = await fetch(kind, asked.limit, leaseSeconds)
          if (jobs.length > 0) return jobs
        }
        if (isLast) return []
      }
    },
    heartbeat: async (id, attempt) => {
      const set = `heartbeat_on = now() ${held} AND started_on + expire_seconds * interval '1s' > now()`
      if ((await change(id, set, [attempt])) !== undefined) return true
      await find(id)
      return false
    },
    complete: async (id, attempt, result = null) => {
      const set = `state = 'completed', completed_on = now(), output = $4 ${held}`
      const row = await change(id, set, [attempt, jsonText(result, 'result')])
      if (row === undefined) await unchanged(id, attempt, ['done'])
    },
    fail: async (id, attempt, error, { retryAt, terminal = false } = {}) => {
      const ends = '($5 OR retry_count >= retry_limit)'
      const set = `heartbeat_on = NULL, output = $4, completed_on = CASE WHEN ${ends} THEN now() END,
        state = CASE WHEN ${ends} THEN 'failed'::%.job_state ELSE 'retry' END,
        start_after = coalesce(to_timestamp($6::float8 / 1000), now() + $7::float8 * interval '1ms') ${held}`
      const at = retryAt === undefined ? null : checkTime(retryAt)
      const wait = Math.round(backoffMs(attempt))
      const row = await change(id, set, [attempt, JSON.stringify(keptError(error)), terminal, at, wait])
      const state = row === undefined ? await unchanged(id, attempt, ['failed', 'dead']) : stateOf[String(row['state'])]
      return state === 'failed' ? 'failed' : 'dead'
    },
    cancel: async (id) => {
      const set = "state = 'cancelled', completed_on = now(), heartbeat_on = NULL WHERE name = $1 AND id = $2"
      if ((await change(id, `${set} AND state <= 'active'`, [])) !== undefined) return true
      return (await find(id)).state === 'cancelled'
    },
    redrive: async (ids) => {
      const back: string[] = []
      for (const id of new Set(ids)) {
        if (partsOf(id) === undefined) continue
        // Attempts go on counting: who had an earlier one has no right to this one.
        const set = `state = 'created', completed_on = NULL, start_after = created_on,
          retry_limit = CASE WHEN started_on IS NULL THEN -1 ELSE retry_count END + (data->>'tries')::int
          WHERE name = $1 AND id = $2 AND state IN ('failed', 'cancelled')`
        const row = await change(id, set, []).catch((error: unknown) => {
          // Another job has its key.
          if (error instanceof Error && 'code' in error && error.code === '23505') return undefined
          throw error
        })
        if (row !== undefined) back.push(id)
      }
      return back
    },
    schedule: async (name, cron, timezone, payload, scheduleOptions) => {
      const kept = newSchedule(name, { cron, timezone, payload, now: await serverTime() }, scheduleOptions)
      await sql(
        `INSERT INTO %.job_schedules VALUES ($1, to_timestamp($2 / 1000.0), $3)
           ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at, schedule = excluded.schedule`,
        [name, kept.nextAt, JSON.stringify(kept)],
      )
      return asSchedule(kept)
    },
    unschedule: async (name) =>
      (await sql('DELETE FROM %.job_schedules WHERE name = $1 RETURNING 1', [name])).length > 0,
    schedules: async () =>
      (await sql('SELECT schedule FROM %.job_schedules ORDER BY name')).map((row) =>
        asSchedule(row['schedule'] as KeptSchedule),
      ),
    list: async (listOptions) => {
      const asked = checkList(listOptions)
      const { where, values } = conditionsOf(asked)
      return (await sql(`${selectJobs} ${where} ORDER BY created_on DESC, id LIMIT ${asked.limit}`, values)).map(asJob)
    },
    stats: async (statsOptions) => {
      const { kinds, group } = checkList(statsOptions)
      const { where, values } = conditionsOf({ kinds, group })
      const counted = await sql(`SELECT state::text, count(*)::int AS n FROM %.job ${where} GROUP BY state`, values)
      return { ...noJobs, ...Object.fromEntries(counted.map(({ state, n }) => [stateOf[String(state)], Number(n)])) }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const uuidParts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

function timeIn(row: Row | undefined): number {
  return row?.['time'] instanceof Date ? row['time'].getTime() : 0
}

function knownParts(id: string): NonNullable<ReturnType<typeof partsOf>> {
  const parts = partsOf(id)
  if (parts === undefined) throw queueError('QUEUE_JOB_UNKNOWN', { id })
  return parts
}

function conditionsOf({ ids, kinds, states, group }: Partial<ReturnType<typeof checkList>>) {
  const own = ids?.flatMap((id) => partsOf(id) ?? [])
  const bossStates = states && Object.keys(stateOf).filter((name) => states.includes(stateOf[name] ?? 'ready'))
  const asked = Object.entries({
    'id::text': own?.map(({ uuid }) => uuid),
    name: kinds ?? own?.map(({ kind }) => kind),
    'state::text': bossStates,
    group_id: group && [group],
  }).filter(([, values]) => values !== undefined)
  const tests = asked.map(([name], index) => `${name} = ANY($${index + 1}::text[])`)
  return {
    where: tests.length === 0 ? '' : `WHERE ${tests.join(' AND ')}`,
    values: asked.map(([, values]) => values as Json),
  }
}
