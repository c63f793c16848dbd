import { execFileSync } from 'node:child_process'
import { type PostgresServer, noPostgres, startPostgres, testJobQueue } from '@datacortex/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBoss } from './open-boss.ts'
import { openPostgresQueue } from './postgres-queue.ts'

const isLong = process.env['LONG'] !== undefined
const reason = noPostgres()
if (reason !== undefined) process.stdout.write(`${reason}\n`)

test('where pg-boss is not installed, the error names it', () => {
  const code = `
    import { registerHooks } from 'node:module'
    const gone = Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' })
    registerHooks({
      resolve: (name, context, next) => {
        if (name === 'pg-boss') throw gone
        return next(name, context)
      },
    })
    const { openPostgresQueue } = await import('./postgres-queue.ts')
    const error = await openPostgresQueue({ url: 'postgres://localhost/jobs' }).catch((thrown) => thrown)
    process.stdout.write(error.code + ': ' + error.hint)`
  const options = ['--conditions=@datacortex/source', '--input-type=module', '-e', code]
  const said = execFileSync(process.execPath, options, { cwd: import.meta.dirname, encoding: 'utf8' })
  expect(said).toBe('QUEUE_PEER_MISSING: npm install pg-boss@12.27.0')
})

describe.skipIf(reason !== undefined)('in PostgreSQL', () => {
  let server: PostgresServer
  let schemas = 0
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(async () => await server.stop())

  const makePlace = async () => {
    schemas += 1
    const place = { url: server.url, schema: `test_${process.pid}_${schemas}` }
    const { boss, sql } = await openBoss(place)
    onTestFinished(async () => {
      await sql('DROP SCHEMA % CASCADE')
      await boss.stop({ graceful: false })
    })
    return {
      ...place,
      sql,
      open: async () => await openPostgresQueue(place),
      now: async () =>
        Number((await sql('SELECT floor(extract(epoch FROM now()) * 1000)::float8 AS time'))[0]?.['time']),
      // The clock of a server stands to what it wrote as if that had been written earlier.
      pass: async (ms: number) => {
        const earlier = (name: string): string => `${name} = ${name} - interval '${ms}ms'`
        const times = ['start_after', 'created_on', 'started_on', 'heartbeat_on', 'completed_on'].map(earlier)
        await sql(`UPDATE %.job SET ${times.join(', ')}`)
        await sql(`UPDATE %.job_schedules SET ${earlier('next_at')},
          schedule = jsonb_set(schedule, '{nextAt}', to_jsonb((schedule->>'nextAt')::bigint - ${ms}))`)
      },
      program: async () => ({
        directory: import.meta.dirname,
        code: `import { openPostgresQueue } from './postgres-queue.ts'
          const queue = await openPostgresQueue(${JSON.stringify(place)})`,
      }),
    }
  }

  testJobQueue(makePlace, { jobs: isLong ? 8000 : 60 })

  test('a server that restarts takes nothing with it, and is used again without being opened anew', async ({
    skip,
  }) => {
    const { restart } = server
    skip(restart === undefined, 'the server is somebody else’s')
    const { open } = await makePlace()
    await using queue = await open()
    const id = await queue.send('a', { b: 1 })
    await queue.claim(['a'], { leaseMs: 60_000 })
    await restart?.()
    // What is asked while the old connections break says so.
    const said = await queue.heartbeat(id, 1).then(String, ({ code }: { readonly code: string }) => code)
    expect(['true', 'QUEUE_UNAVAILABLE']).toContain(said)
    await expect.poll(async () => await queue.heartbeat(id, 1).catch(() => false)).toBe(true)
    await queue.complete(id, 1)
    expect(await queue.list()).toMatchObject([{ id, state: 'done', payload: { b: 1 } }])
  })

  test('a server that is gone is a coded error, without the password of its address', async () => {
    const gone = openPostgresQueue({ url: 'postgres://ada:secret@127.0.0.1:1/jobs' })
    await expect(gone).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
      message: expect.not.stringContaining('secret'),
    })
  })
})
