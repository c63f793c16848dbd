import { expect, test } from 'vitest'
import { rankCandidates } from './rank-candidates.ts'

const { signal } = new AbortController()

test('a work names each record that was folded into it, and why', async () => {
  const doi = '10.1000/tides'
  const answers = [
    {
      source: 'journals',
      documents: [{ id: 'a', title: 'Tides at Sellow', url: 'https://a.example/', workIds: { doi } }],
    },
    {
      source: 'web',
      documents: [
        { id: 'b', title: 'Tides at Sellow (preprint)', url: 'https://b.example/x', workIds: { doi } },
        { id: 'c', title: 'Bread of the north', url: 'https://c.example/' },
      ],
    },
  ]
  const [work, other] = await rankCandidates('tides at Sellow', answers, { signal })
  expect(work).toMatchObject({
    title: 'Tides at Sellow',
    copies: ['https://b.example/x'],
    merged: [`doi ${doi}`],
    folded: [{ source: 'web', title: 'Tides at Sellow (preprint)', url: 'https://b.example/x', why: `doi ${doi}` }],
  })
  expect(other).toMatchObject({ title: 'Bread of the north', folded: [] })
})
