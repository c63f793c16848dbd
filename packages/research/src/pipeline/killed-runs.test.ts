import { expect, test } from 'vitest'
import { listRuns } from '../runs/list-runs.ts'
import type { ObservedRun } from './__fixtures__/killed-run.ts'
import { loopbackSpace, outputsOf, runHere, runInChild } from './__fixtures__/killed-run.ts'
import { config } from './__fixtures__/research-space.ts'
import type { TideServer } from './__fixtures__/tide-server.ts'
import { tideServer } from './__fixtures__/tide-server.ts'

type Moment = { readonly label: string; readonly count: number }

/** The boundaries of the phases; with LONG every moment of the run. */
function momentsOf({ moments }: ObservedRun): readonly Moment[] {
  const counts = new Map<string, number>()
  const all = moments.map((label) => {
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return { label, count }
  })
  if (process.env['LONG'] !== undefined) return all
  const last = (pattern: RegExp): readonly Moment[] => all.filter(({ label }) => pattern.test(label)).slice(-1)
  return [
    /^hook post_discover$/,
    /^progress gather/,
    /^answer digest$/,
    /^after .*literature\/what-the/,
    /^after .*\.org$/,
  ].flatMap(last)
}

/** How often the model was asked for the notes of each page. */
function digestsOf({ asked }: TideServer): readonly (readonly [string, number])[] {
  return [...asked].filter(([what]) => what.startsWith('digest ')).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

test('killed at the boundaries of phases and gone on with: the same files, each paid call once, nothing told twice', async () => {
  const server = await tideServer()
  const { origin } = server
  const whole = await loopbackSpace(origin)
  const undisturbed = await runHere({ paths: whole, origin, config })
  const expected = undisturbed.result
  if (expected === undefined) throw new Error('the undisturbed run gave no result')
  expect(expected.findings.length).toBeGreaterThan(2)
  const files = await outputsOf(whole, expected.run)
  const digests = digestsOf(server)
  expect(digests.map(([, count]) => count)).toEqual(expected.literature_notes.map(() => 1))
  expect(Object.values(files).join('\n')).toContain('A text of ')
  const hooks = (moments: readonly string[]): readonly string[] =>
    moments.filter((moment) => /^hook (?:pre_research|post_synthesize|research_complete)$/.test(moment))
  for (const killAt of momentsOf(undisturbed)) {
    const what = `${killAt.label} ${killAt.count}`
    const paths = await loopbackSpace(origin)
    server.asked.clear()
    const killed = await runInChild({ paths, origin, config, killAt })
    expect(killed.result, what).toBeUndefined()
    const [run] = await listRuns(paths)
    expect(run?.state, what).toBe('interrupted')
    const resumed = await runHere({ paths, origin, run: run?.id })
    const result = resumed.result
    if (result === undefined) throw new Error(`${what}: the resumed run gave no result`)
    expect(server.asked.get('search journals'), what).toBe(1)
    expect(server.asked.get('write'), what).toBe(1)
    expect(digestsOf(server), what).toEqual(digests)
    // Killed in the middle of a paid call: what it found is lost, and the result says so instead of paying again.
    const isLost =
      result.skipped.some(({ reason }) => reason.startsWith('it was stopped while it was asked')) ||
      result.problems.some((problem) => /stopped under way, and asking again could cost twice/.test(problem))
    expect(isLost, what).toBe(
      killAt.label.startsWith('answer ') || (isLost && killAt.label.startsWith('progress discover')),
    )
    if (isLost) continue
    expect(await outputsOf(paths, result.run), what).toEqual(files)
    expect({ ...result, run: expected.run }, what).toEqual(expected)
    // A hook that was being told when the kill came is told again; no other one is.
    const told = [...hooks(killed.moments), ...hooks(resumed.moments)]
    const again = killAt.label.startsWith('hook ') ? hooks([killAt.label]) : []
    expect(told.toSorted(), what).toEqual([...hooks(undisturbed.moments), ...again].toSorted())
  }
})

test('a run that is done is given again without a question, a write or a word', async () => {
  const server = await tideServer()
  const { origin } = server
  const paths = await loopbackSpace(origin)
  const first = await runHere({ paths, origin, config })
  const files = await outputsOf(paths, first.result?.run ?? '')
  server.asked.clear()
  const again = await runHere({ paths, origin, run: first.result?.run })
  expect(again).toEqual({ moments: [], result: first.result })
  expect([...server.asked]).toEqual([])
  expect(await outputsOf(paths, first.result?.run ?? '')).toEqual(files)
})

test('no room for more: interrupted where it was, and gone on with when there is room', async () => {
  const server = await tideServer()
  const { origin } = server
  const whole = await loopbackSpace(origin)
  const undisturbed = await runHere({ paths: whole, origin, config })
  const expected = undisturbed.result
  if (expected === undefined) throw new Error('the undisturbed run gave no result')
  server.asked.clear()
  const paths = await loopbackSpace(origin)
  const full = await runInChild({ paths, origin, config, mostBlocks: 8 })
  expect(full.result).toBeUndefined()
  expect(full.moments.length).toBeGreaterThan(5)
  const [run] = await listRuns(paths)
  expect(run?.state).toBe('interrupted')
  const { result } = await runHere({ paths, origin, run: run?.id })
  expect({ ...result, run: expected.run }).toEqual(expected)
  expect(await outputsOf(paths, run?.id ?? '')).toEqual(await outputsOf(whole, expected.run))
  expect(server.asked.get('search journals')).toBe(1)
})
