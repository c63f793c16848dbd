import type { OutputOf } from '@datacortex/space'
import { expect, test } from 'vitest'
import { chainReportLines, ratingLines, reputationLines, statusLines, verificationLines } from './chain-lines.ts'
import { publishFindingLines } from './publish-lines.ts'

type ChainReport = OutputOf<'chain.register'>
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

test('what failed tells what to do; the next step goes on only with what running it again can mend', () => {
  const failed = (id: string, hint: string) =>
    ({
      id,
      agent_id: null,
      tx: null,
      registry: '',
      status: 'failed',
      error: { code: 'C', message: 'M', hint },
    }) as const
  const report = { ...planOf('refused', 'register', 'register'), confirmed: true }
  const results = [failed('a', 'Register a.'), failed('b', 'Wait.'), failed('c', 'Wait.')]
  const lines = chainReportLines({ ...report, results, resume: ['b', 'c'] }, 'update')
  const shown = lines.filter((line) => /^(?:failed|next| +→)/.test(line)).map((line) => line.replace(/ +/g, ' '))
  expect(shown).toEqual([
    'failed a C M',
    ' → Register a.',
    'failed b C M',
    'failed c C M',
    ' → Wait.',
    'next datacortex chain update b c … --confirm (goes on from here)',
  ])
  expect(chainReportLines({ ...report, results, resume: [] }, 'update').join()).not.toContain('goes on from here')
  const done = [{ id: 'd', agent_id: 1, tx: '0x1', registry: '', status: 'registered' }] as const
  expect(chainReportLines({ ...report, results: done }, 'register').at(-1)).toContain('datacortex chain verify d ')
})

test('one rating is one', () => {
  const left = { untrusted: 0, revoked: 0, other_tags: 0, unread_accounts: 0 }
  const one = { id: 'a', agent_id: 1, count: 1, tags: [], clients: [], trusted: true, recorded: false, left_out: left }
  expect(reputationLines([one as never])).toEqual(['a  #1  1 rating of trusted accounts'])
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

test('a rating tells what could not be recorded on the way', () => {
  const { network, chain_id, owner, cost, confirmed } = planOf()
  const finding = { code: 'EXPORT_IDENTITY_UNRECORDED', severity: 'warning', subject: 'a', message: 'M' } as const
  const rated = { id: 'a', evaluation: 'e1', agent_id: 1, tx: null, registry: '', status: 'planned' } as const
  const report = { network, chain_id, owner, cost, confirmed, results: [rated], findings: [finding] }
  const lines = ratingLines(report)
  expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(['warning', 'planned', 'cost', 'plan only'])
  expect(ratingLines({ ...report, confirmed: true }).join('\n')).not.toContain('plan only')
})

test('what strangers wrote on the chain neither rewrites the terminal nor adds lines', () => {
  const wild = 'https://x.example/\u001b[2J\u202e\nverified   everything'
  const status = { id: 'a', registry: '', agent_id: 1, owner: '0x00', wallet: null, expected_uri: null, tx: null }
  const lines = [
    ...statusLines([{ ...status, status: 'outdated', uri: wild, changed_fields: [wild] }]),
    ...verificationLines([
      {
        id: 'a',
        registry: '',
        agent_id: 1,
        verified: false,
        checks: [{ check: 'file', ok: false, detail: `differs in ${wild}${'x'.repeat(10_000)}` }],
      },
    ]),
    ...publishFindingLines([{ code: 'C', severity: 'warning', subject: 'a', message: wild, hint: wild }]),
  ]
  expect(lines).toHaveLength(5)
  for (const line of lines) {
    for (const character of ['\n', '\u001b', '\u202e']) expect(line).not.toContain(character)
    expect(line.length).toBeLessThan(700)
  }
})
