import type { SpacePaths } from '@datacortex/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResearchResult } from './research-result.ts'
import { listRuns } from '../runs/list-runs.ts'
import type { ObservedRun, RunMoment } from './__fixtures__/killed-run.ts'
import { killedRuns, loopbackSpace, outputsOf, runHere, runInChild } from './__fixtures__/killed-run.ts'
import { config } from './__fixtures__/research-space.ts'
import { type TideServer, tideServer } from './__fixtures__/tide-server.ts'

// A run that nothing disturbs, and what asks the same server as all others.
let server: TideServer
let whole: SpacePaths
let undisturbed: ObservedRun
let expected: ResearchResult
let digests: ReturnType<typeof digestsOf>
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  const onEnd = (end: () => Promise<void>): void => void ends.push(end)
  server = await tideServer({}, onEnd)
  whole = await loopbackSpace(server.origin, onEnd)
  undisturbed = await runHere({ paths: whole, origin: server.origin, config })
  if (undisturbed.result === undefined) throw new Error('the undisturbed run gave no result')
  expected = undisturbed.result
  digests = digestsOf(server)
})
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** Amid what is paid for, after a note and at the end; with LONG every moment of the run. */
function momentsOf({ moments }: ObservedRun): readonly RunMoment[] {
  const counts = new Map<string, number>()
  const all = moments.map((label) => {
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return { label, count }
  })
  if (process.env['LONG'] !== undefined) return all
  const last = (pattern: RegExp): readonly RunMoment[] => all.filter(({ label }) => pattern.test(label)).slice(-1)
  return [/^answer digest$/, /^after .*literature\/what-the/, /^after .*\.org$/].flatMap(last)
}

/** How often the model was asked for the notes of each page. */
function digestsOf({ asked }: TideServer): readonly (readonly [string, number])[] {
  return [...asked].filter(([what]) => what.startsWith('digest ')).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

test('killed at the boundaries of phases and gone on with: the same files, each paid call once, nothing told twice', async () => {
  const { origin } = server
  expect(expected.findings.length).toBeGreaterThan(2)
  const files = await outputsOf(whole, expected.run)
  expect(digests.map(([, count]) => count)).toEqual(expected.literature_notes.map(() => 1))
  expect(Object.values(files).join('\n')).toContain('It says: ')
  const hooks = (moments: readonly string[]): readonly string[] =>
    moments.filter((moment) => /^hook (?:pre_research|post_synthesize|research_complete)$/.test(moment))
  server.asked.clear()
  const askedUntil: (readonly (readonly [string, number])[])[] = []
  const all = await killedRuns(
    { paths: await loopbackSpace(origin), origin, config },
    { moments: momentsOf(undisturbed), onStop: () => void askedUntil.push([...server.asked]) },
  )
  expect(all.map(({ moment }) => moment)).toEqual(momentsOf(undisturbed))
  for (const [index, { paths, moment, moments }] of all.entries()) {
    const what = `${moment.label} ${moment.count}`
    server.asked.clear()
    for (const [asked, count] of askedUntil[index] ?? []) server.asked.set(asked, count)
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
      moment.label.startsWith('answer ') || (isLost && moment.label.startsWith('progress discover')),
    )
    if (isLost) continue
    expect(await outputsOf(paths, result.run), what).toEqual(files)
    expect({ ...result, run: expected.run }, what).toEqual(expected)
    // A hook that was being told when the kill came is told again; no other one is.
    const reported = [...hooks(moments), ...hooks(resumed.moments)]
    const again = moment.label.startsWith('hook ') ? hooks([moment.label]) : []
    expect(reported.toSorted(), what).toEqual([...hooks(undisturbed.moments), ...again].toSorted())
  }
})

test('a run that is done is given again without a question, a write or a word', async () => {
  const files = await outputsOf(whole, expected.run)
  server.asked.clear()
  const again = await runHere({ paths: whole, origin: server.origin, run: expected.run })
  expect(again).toEqual({ moments: [], result: expected })
  expect([...server.asked]).toEqual([])
  expect(await outputsOf(whole, expected.run)).toEqual(files)
})

test('no room for more: interrupted where it was, and gone on with when there is room', async () => {
  const { origin } = server
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
