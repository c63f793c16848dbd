import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { QueuePlace } from './job-queue-place.ts'

/** What of the suite of stores takes processes: four that share jobs, and one that is killed. */
export function testQueueProcesses(makePlace: () => Promise<QueuePlace>, { jobs }: { readonly jobs: number }): void {
  const start = async () => {
    const place = await makePlace()
    const queue = await place.open()
    onTestFinished(async () => await queue[Symbol.asyncDispose]())
    return { ...place, queue }
  }

  describe('processes', () => {
    test(`four of them do each of ${jobs} jobs once`, async () => {
      const place = await start()
      for (let number = 0; number < jobs; number += 1) await place.queue.send('a', number)
      // All begin when the last one is there.
      const work = `
        say('ready')
        await new Promise((resolve) => process.stdin.once('data', resolve))
        for (let jobs; (jobs = await queue.claim(['a'], { leaseMs: 600_000 })).length > 0; )
          for (const { id, attempt, payload } of jobs) {
            say(payload)
            await queue.complete(id, attempt)
          }
        await queue.close()
        process.stdin.destroy()`
      const workers = await Promise.all(Array.from({ length: 4 }, async () => await startProcess(place, work)))
      await Promise.all(workers.map(async ({ stdout }) => await once(stdout, 'data')))
      const said = workers.map(async ({ stdin, stdout }) => {
        stdin.write('go')
        return await text(stdout)
      })
      const done = (await Promise.all(said)).flatMap((lines) => lines.trim().split('\n').filter(Boolean).map(Number))
      expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: jobs }, (_, number) => number))
      expect(await place.queue.stats()).toMatchObject({ ready: 0, active: 0, done: jobs })
    })

    test('one is killed, and its job goes to another within its lease', async () => {
      const place = await start()
      const id = await place.queue.send('a', 1)
      const hold = `
        await queue.claim(['a'], { leaseMs: 60_000 })
        say('held')
        setInterval(() => {}, 1000)`
      const holder = await startProcess(place, hold)
      await once(holder.stdout, 'data')
      holder.kill('SIGKILL')
      await once(holder, 'exit')
      const claim = async () => await place.queue.claim(['a'], { leaseMs: 60_000 })
      expect(await claim()).toEqual([])
      await place.pass(61_000)
      expect(await claim()).toMatchObject([{ id, attempt: 2 }])
      await place.queue.complete(id, 2)
    })
  })
}

/** A Node process with a queue of a place, which runs a module text against the source of the packages. */
async function startProcess(place: QueuePlace, code: string): Promise<ChildProcessWithoutNullStreams> {
  const program = await place.program()
  const options = ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning', '--input-type=module']
  const say = `import { writeSync } from 'node:fs'\nconst say = (what) => writeSync(1, what + '\\n')`
  const child = spawn(process.execPath, [...options, '-e', `${say}\n${program.code}\n${code}`], {
    cwd: program.directory,
  })
  child.stderr.pipe(process.stderr)
  return child
}
