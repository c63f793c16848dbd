import { expect, test } from 'vitest'
import { listRuns } from '../runs/list-runs.ts'
import { loopbackSpace, outputsOf, runInChild } from './__fixtures__/killed-run.ts'
import { config } from './__fixtures__/research-space.ts'
import { tideServer } from './__fixtures__/tide-server.ts'

test('long', async () => {
  const server = await tideServer()
  const { origin } = server
  const whole = await loopbackSpace(origin)
  const undisturbed = await runInChild({ paths: whole, origin, config })
  const expected = undisturbed.result
  if (expected === undefined) throw new Error('x')
  const files = await outputsOf(whole, expected.run)
  const counts = new Map<string, number>()
  const all = undisturbed.moments.map((label) => {
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return { label, count }
  })
  console.log(all.map((m) => m.label).join('\n'))
  for (const killAt of all) {
    const what = `${killAt.label} ${killAt.count}`
    const paths = await loopbackSpace(origin)
    server.asked.clear()
    await runInChild({ paths, origin, config, killAt })
    const [run] = await listRuns(paths)
    const { result } = await runInChild({ paths, origin, run: run?.id })
    const bad: string[] = []
    const own = await outputsOf(paths, result?.run ?? '')
    for (const k of new Set([...Object.keys(own), ...Object.keys(files)])) if (own[k] !== files[k]) bad.push(`${k} differs`)
    try { expect({ ...result, run: expected.run }).toEqual(expected) } catch (e) { bad.push(String(e).slice(0, 600)) }
    bad.push(`journals ${server.asked.get('search journals')} write ${server.asked.get('write')}`)
    console.log('KILL', what, JSON.stringify(bad))
  }
}, 3_000_000)
