import type { Writer, WriterRequest } from '@datacortex/plugin'
import { describe, expect, test } from 'vitest'
import { tideInput, tideSnapshots } from '../__fixtures__/tide-research.ts'
import { takeSnapshot } from '../claims/evidence.ts'
import { type Pair, improveSynthesis } from './improve-synthesis.ts'
import { renderReport } from './render-report.ts'
import { synthesise } from './synthesise.ts'

const synthesis = synthesise(tideInput)
const [first, second] = synthesis.findings
const { signal } = new AbortController()
const agree = (): Promise<never> => Promise.reject(new Error('nothing agrees'))
const none = { unknownIds: 0, addresses: 0, quotations: 0, numbers: 0, agreements: 0 }

function answering(json: unknown, seen: WriterRequest[] = []): Writer {
  return {
    generate: (request) => {
      seen.push(request)
      return Promise.resolve({ text: '', json, model: 'stub', tokens_in: 5, cost_usd: 0.01 })
    },
  }
}
const improved = async (finding: unknown, opening = ''): Promise<Awaited<ReturnType<typeof improveSynthesis>>> =>
  await improveSynthesis(synthesis, { writer: answering({ opening, findings: [finding] }), signal, agree })

describe('improveSynthesis', () => {
  test('takes the words, keeps the proof, and tells the cost', async () => {
    const seen: WriterRequest[] = []
    const writer = answering(
      {
        opening: 'A town uses the tide.',
        findings: [{ id: 'f1', text: 'Some 400 homes run on the tide.[^e1]', evidence: first?.evidence }],
      },
      seen,
    )
    const { synthesis: better, refused, answer } = await improveSynthesis(synthesis, { writer, signal, agree })
    expect(better.findings[0]).toEqual({ ...first, text: 'Some 400 homes run on the tide.' })
    expect(better.findings[1]).toEqual(second)
    expect(refused).toEqual(none)
    expect(answer).toEqual({ model: 'stub', tokens_in: 5, cost_usd: 0.01 })
    expect(renderReport(better, { date: '2024-04-01', snapshots: tideSnapshots })).toContain('A town uses the tide.')
    expect(seen[0]?.material).toContain('400 homes')
    expect(seen[0]?.instructions).not.toContain('Sellow')
  })

  test('shows the writer no address', async () => {
    const seen: WriterRequest[] = []
    await improveSynthesis(
      { ...synthesis, evidence: synthesis.evidence.filter(({ sourceId }) => sourceId !== 'hostile') },
      { writer: answering({}, seen), signal, agree },
    )
    expect(seen[0]?.material).not.toContain('://')
  })

  const evidence = first?.evidence ?? []
  test.each<[string, unknown, Partial<typeof none>]>([
    ['an unknown finding', { id: 'f99', text: 'Words.', evidence }, { unknownIds: 1 }],
    ['unknown evidence alone', { id: 'f1', text: 'Words of a text.', evidence: ['e98', 'e99'] }, { unknownIds: 2 }],
    [
      'evidence of another finding',
      { id: 'f1', text: 'Words of a text.', evidence: second?.evidence.filter((id) => !evidence.includes(id)) },
      { unknownIds: second?.evidence.length ?? 0 },
    ],
    ['no evidence', { id: 'f1', text: 'Words of a text.', evidence: [] }, {}],
    ['an address', { id: 'f1', text: 'See https://evil.example/ for more.', evidence }, { addresses: 1 }],
    ['a bare domain', { id: 'f1', text: 'See evil.com for more.', evidence }, { addresses: 1 }],
    ['a link', { id: 'f1', text: '[Words](x)', evidence }, { addresses: 1 }],
    ['an invented quotation', { id: 'f1', text: 'They say “nobody was ever there”.', evidence }, { quotations: 1 }],
    ['an invented number', { id: 'f1', text: 'It supplies 700 homes.', evidence }, { numbers: 1 }],
    ['a very long text', { id: 'f1', text: 'word '.repeat(300), evidence }, {}],
    ['no record', 'text', { unknownIds: 1 }],
  ])('refuses %s, and the sentence of the source stays', async (_, finding, counts) => {
    const { synthesis: same, refused } = await improved(finding)
    expect(same).toEqual(synthesis)
    expect(refused).toEqual({ ...none, ...counts })
  })

  test('refuses an opening with an address', async () => {
    const { synthesis: same, refused } = await improved(
      { id: 'f1', text: '', evidence: [] },
      'Go to www.evil.example now.',
    )
    expect(same.opening).toBeUndefined()
    expect(refused.addresses).toBe(1)
  })

  test.each([undefined, null, 'prose', [], { findings: 'none' }, { findings: [null, 1] }])(
    'stands an answer that is no such record: %j',
    async (json) => {
      const { synthesis: same } = await improveSynthesis(synthesis, { writer: answering(json), signal, agree })
      expect(same).toEqual(synthesis)
    },
  )

  test('passes on what the writer throws', async () => {
    const writer: Writer = { generate: () => Promise.reject(new Error('busy')) }
    await expect(improveSynthesis(synthesis, { writer, signal, agree })).rejects.toThrow('busy')
  })

  const bridges = [
    ['a', 'The old iron bridge over the Tarn was closed to lorries in 1998.'],
    ['b', 'Lorries have been kept off the old iron bridge over the Tarn since 1998.'],
    ['c', 'The old iron bridge over the Tarn was closed to lorries in 2004.'],
  ] as const
  const input = {
    topic: 'the old iron bridge over the Tarn',
    documents: bridges.map(([id]) => ({ id, title: id, url: `https://${id}.example/` })),
    snapshots: bridges.map(([sourceId, text]) =>
      takeSnapshot({ sourceId, text, fetchedAt: '', contentType: 'text/plain' }),
    ),
  }
  const plain = synthesise(input)
  const asked: Pair[] = []
  const joined = async (pairs: readonly Pair[]) => {
    asked.push(...pairs)
    const isOne = (a: string, b: string) => pairs.some((pair) => pair.includes(a) && pair.includes(b))
    return await Promise.resolve(synthesise({ ...input, meaning: (a, b) => (isOne(a, b) ? 1 : undefined) }))
  }
  const idOf = (year: string, start: string) =>
    plain.findings.find(({ text }) => text.includes(year) && text.startsWith(start))?.id ?? ''

  test('takes an agreement that the writer sees and the rules allow, and refuses the others', async () => {
    expect(plain.findings).toHaveLength(3)
    const [closed, kept, later] = [idOf('1998', 'The'), idOf('1998', 'Lorries'), idOf('2004', 'The')]
    const same = [
      { a: closed, b: kept },
      { a: closed, b: later },
      { a: closed, b: 'f99' },
    ]
    const text = 'The old iron bridge has been closed to lorries since 1998.'
    const evidence = plain.findings.find(({ id }) => id === closed)?.evidence
    const answer = { opening: '', findings: [{ id: closed, text, evidence }], same }
    const { synthesis: better, refused } = await improveSynthesis(plain, {
      writer: answering(answer),
      signal,
      agree: joined,
    })
    expect(asked).toHaveLength(2)
    expect(refused).toEqual({ ...none, unknownIds: 1, agreements: 1 })
    const [first] = better.findings.filter(({ convergence }) => convergence.independent === 2)
    expect(first?.sources.toSorted()).toEqual(['a', 'b'])
    expect(better.findings).toHaveLength(2)
    expect(better.findings.map((finding) => finding.text)).toContain(text)
  })
})
