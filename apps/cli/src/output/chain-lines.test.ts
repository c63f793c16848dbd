import type { ChainReport } from '@datacortex/export'
import { expect, test } from 'vitest'
import { chainReportLines } from './chain-lines.ts'

type Action = ChainReport['plan'][number]['action']

function planOf(...actions: readonly Action[]): ChainReport {
  return {
    network: 'local',
    chain_id: 31_337,
    registry: 'eip155:31337:0x00',
    owner: '0x00',
    confirmed: false,
    plan: actions.map((action, index) => ({ id: `agent-${index}`, action })),
    results: [],
    cost: {
      gas: 0,
      ether: '0',
      balance_ether: '1',
      fee_gwei: '2',
      suggested_max_fee_gwei: '3',
      suggested_max_cost: '0.5',
    },
    findings: [],
    resume: [],
  }
}

test.each<readonly [readonly Action[], string]>([
  [['none', 'none'], 'next       nothing is to do'],
  [['none', 'record'], 'next       the same with --confirm   (writes into agents.yaml; costs nothing)'],
  [['record', 'resume'], 'next       the same with --confirm   (brings to an end what was sent)'],
  [['record', 'register'], 'next       the same with --confirm --max-fee-gwei 3 --max-cost 0.5'],
  [['none', 'update'], 'next       the same with --confirm --max-fee-gwei 3 --max-cost 0.5'],
  [['refused'], 'next       nothing can be sent: see above'],
])('the next step after a plan of %j', (actions, next) => {
  expect(chainReportLines(planOf(...actions), 'register').at(-1)).toBe(next)
})

test('an update tells what it replaces', () => {
  const report = planOf('update', 'update')
  const [first, second] = report.plan
  const plan = [
    { ...first, id: 'a', action: 'update', uri: 'https://b.example/a', from_uri: 'https://a.example/a' },
    { ...second, id: 'b', action: 'update', uri: 'data:x', from_uri: 'data:y', changed_fields: ['name', 'active'] },
  ] as const
  const lines = chainReportLines({ ...report, plan }, 'update')
  expect(lines.filter((line) => line.startsWith('change'))).toEqual([
    'change     a: https://a.example/a → https://b.example/a',
    'change     b: data:… → data:…   (differs in name, active)',
  ])
})
