import { expect, test } from 'vitest'
import type { Execution } from '../log/execution-record.ts'
import type { Evaluation } from '../log/log-entries.ts'
import { execution } from '../log/__fixtures__/execution.ts'
import { computePerformance } from './compute-performance.ts'

const at = (day: number): string => `2025-12-${String(day).padStart(2, '0')}T10:00:00.000Z`
const link: unknown = expect.stringMatching(/^[0-9a-f]{64}$/)
const evaluation = (by: string, of: string, score: number, run = 'x'): Evaluation => ({
  id: `${by}-${of}-${score}`,
  evaluator_agent: by,
  evaluated_agent: of,
  execution_id: run,
  timestamp: at(1),
  scores: { task_completion: score, output_quality: score, efficiency: score },
  tags: [],
})

test('totals, rates, skills and versions', () => {
  const executions = [
    execution('1', { timestamp: at(1), agent_hash: 'old', agent_version: '0.9.0', skill: 'read', duration_ms: 100 }),
    execution('2', {
      timestamp: at(2),
      agent_hash: 'old',
      agent_version: '0.9.0',
      skill: 'read',
      status: 'failed',
      duration_ms: 300,
    }),
    execution('3', {
      timestamp: at(3),
      agent_hash: 'new',
      agent_version: '1.0.0',
      skill: 'write',
      status: 'partial',
      duration_ms: 200,
    }),
    execution('4', { timestamp: at(5), agent_hash: 'new', agent_version: '1.0.0', status: 'aborted', duration_ms: 9 }),
    // The clock stepped back.
    execution('5', { timestamp: at(4), agent_hash: 'new', agent_version: '1.0.1', duration_ms: 1000 }),
  ].toReversed()
  const { agents, findings } = computePerformance({ executions, evaluations: [] })
  expect(findings).toEqual([])
  expect(agents.get('writer')).toEqual({
    total_executions: 5,
    success_rate: 0.5,
    avg_duration_ms: 400,
    last_execution: at(5),
    skill_metrics: { write: { executions: 1, success_rate: 0 }, read: { executions: 2, success_rate: 0.5 } },
    version_history: [
      { chain: link, version: '1.0.1', hash: 'new', deployed: at(3), executions: 3 },
      { chain: link, version: '0.9.0', hash: 'old', deployed: at(1), executions: 2, retired: at(3) },
    ],
  })
})

test('a run whose process was killed is a failure of unknown length', () => {
  const error = { code: 'EXECUTION_INTERRUPTED', message: '', transient: true }
  const killed = execution('2', { timestamp: at(2), status: 'failed', duration_ms: 0, error })
  const whole = execution('1', { timestamp: at(1), duration_ms: 800 })
  const of = (executions: readonly Execution[]): object | undefined =>
    computePerformance({ executions, evaluations: [] }).agents.get('writer')
  expect(of([killed, whole])).toMatchObject({ total_executions: 2, success_rate: 0.5, avg_duration_ms: 800 })
  expect(of([killed])).toMatchObject({ total_executions: 1, success_rate: 0 })
  expect(of([killed])).not.toHaveProperty('avg_duration_ms')
})

test('a version that came back is not retired', () => {
  const executions = ['a', 'b', 'a'].map((hash, index) =>
    execution(String(index), { timestamp: at(index + 1), agent_hash: hash }),
  )
  const { agents } = computePerformance({ executions: executions.toReversed(), evaluations: [] })
  expect(agents.get('writer')?.version_history).toEqual([
    { chain: link, version: 'unversioned', hash: 'a', deployed: at(1), executions: 2 },
    { chain: link, version: 'unversioned', hash: 'b', deployed: at(2), executions: 1, retired: at(3) },
  ])
})

test('an agent that only was stopped has no rate', () => {
  const { agents } = computePerformance({ executions: [execution('1', { status: 'aborted' })], evaluations: [] })
  expect(agents.get('writer')).toEqual({ total_executions: 1, last_execution: '2025-12-21T10:15:32.000Z' })
})

test('feedback and evaluations make the reputation; of one evaluator the latest of a run counts', () => {
  const quality = { user_feedback: 'positive', automated_checks: [] } as const
  const { agents } = computePerformance({
    executions: [execution('x', { quality })],
    evaluations: [
      evaluation('critic', 'writer', 80),
      evaluation('critic', 'writer', 0),
      evaluation('writer', 'writer', 100),
    ],
  })
  // (2.5 + 1 + ½ · 0.8) / (5 + 1 + ½)
  expect(agents.get('writer')?.reputation).toEqual({ score: 60, feedback_count: 2, positive_rate: 1 })
})

test('what a ring says of itself does not count, under whatever name', () => {
  const { agents, rated, findings } = computePerformance(
    {
      executions: [execution('1', { agent_id: 'scribe' })],
      evaluations: [
        evaluation('friend', 'scribe', 100),
        evaluation('writer', 'friend', 100),
        evaluation('critic', 'friend', 40),
      ],
    },
    { currentId: (id) => (id === 'scribe' ? 'writer' : id) },
  )
  expect([...agents.keys()].sort()).toEqual(['friend', 'writer'])
  expect(agents.get('writer')).toMatchObject({ total_executions: 1 })
  expect(agents.get('writer')?.reputation).toBeUndefined()
  expect([...rated].sort()).toEqual(['friend', 'writer'])
  expect(agents.get('friend')?.reputation).toEqual({ score: 49.1, feedback_count: 1, positive_rate: 0 })
  expect(findings.map(({ code }) => code)).toEqual(['EXECUTION_RATING_RING'])
})

test('nobody gets rid of a bad rating by rating the one who gave it', () => {
  const critical = [evaluation('critic', 'writer', 10)]
  const scoreAfter = (...more: readonly Evaluation[]): number | undefined =>
    computePerformance({ executions: [], evaluations: [...more, ...critical] }).agents.get('writer')?.reputation?.score
  const score = scoreAfter()
  expect(score).toBe(46.4)
  for (const points of [0, 50, 100]) {
    expect(scoreAfter(evaluation('writer', 'critic', points, 'y'))).toBe(score)
    // Over others, too.
    const detour = [evaluation('friend', 'critic', points, 'y'), evaluation('writer', 'friend', points, 'z')]
    expect(scoreAfter(...detour)).toBe(score)
  }
})

test.each([0, 50, 100])('two that rate each other are named, also if one of them says %i', (points) => {
  const evaluations = [evaluation('critic', 'writer', 10), evaluation('writer', 'critic', points, 'y')]
  const { agents, findings } = computePerformance({ executions: [], evaluations })
  expect(findings.map(({ code }) => code)).toEqual(['EXECUTION_RATING_RING'])
  // Said against others counts, said in favour does not.
  expect(agents.get('critic')?.reputation?.feedback_count).toBe(points > 50 ? undefined : 1)
})

test('what agents of a ring say against each other counts, also where they said it of a run that they praised', () => {
  const { agents, findings } = computePerformance({
    executions: [],
    evaluations: [
      evaluation('friend', 'writer', 100, 'z'),
      evaluation('friend', 'writer', 10, 'y'),
      evaluation('friend', 'writer', 100, 'x'),
      evaluation('friend', 'writer', 10, 'x'),
      evaluation('writer', 'friend', 100),
    ],
  })
  expect(findings).toMatchObject([{ code: 'EXECUTION_RATING_RING' }])
  expect(agents.get('writer')?.reputation).toEqual({ score: 46.4, feedback_count: 1, positive_rate: 0 })
  expect(agents.get('friend')?.reputation).toBeUndefined()
})

test('a time that is none is not the last one', () => {
  const times = ['soon', at(2), 'later', at(1)]
  const executions = times.map((timestamp, index) => execution(String(index), { timestamp }))
  const last = computePerformance({ executions, evaluations: [] }).agents.get('writer')?.last_execution
  expect(last).toBe(at(2))
  const [first] = executions
  const only = computePerformance({ executions: first === undefined ? [] : [first], evaluations: [] })
  expect(only.agents.get('writer')).not.toHaveProperty('last_execution')
})
