import { expect, test } from 'vitest'
import { costsOf } from './costs-of.ts'
import type { Execution } from './execution-record.ts'

const ran = (timestamp: string, given: Partial<Execution> = {}): Execution => ({
  id: timestamp,
  agent_id: 'writer',
  timestamp,
  duration_ms: 1,
  status: 'success',
  outputs: [],
  quality: { user_feedback: null, automated_checks: [] },
  spawned_agents: [],
  runner: 'chat',
  ...given,
})

test('costs are summed up by month and source, the last month first, and what is unknown is counted', () => {
  const rows = costsOf([
    ran('2026-10-31T23:59:59Z', { cost_usd: 5 }),
    ran('2026-11-01T00:00:00Z', { cost_usd: 0.1, tokens_in: 10, tokens_out: 1 }),
    ran('2026-11-02T00:00:00Z', { cost_usd: 0.2, tokens_in: 20, status: 'failed' }),
    ran('2026-11-03T00:00:00Z'),
    ran('2026-11-04T00:00:00Z', { runner: 'a2a', cost_usd: 0.5 }),
    ran('2026-11-05T00:00:00Z', { runner: undefined }),
  ])
  const none = { unpriced: 0, tokens_in: 0, tokens_out: 0 }
  expect(rows).toEqual([
    { ...none, month: '2026-11', source: 'a2a', executions: 1, cost_usd: 0.5 },
    { month: '2026-11', source: 'chat', executions: 3, unpriced: 1, tokens_in: 30, tokens_out: 1, cost_usd: 0.3 },
    { ...none, month: '2026-11', source: 'unknown', executions: 1, unpriced: 1, cost_usd: 0 },
    { ...none, month: '2026-10', source: 'chat', executions: 1, cost_usd: 5 },
  ])
})
