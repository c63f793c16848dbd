import { PassThrough } from 'node:stream'
import type { Questions } from '@datacortex/space'
import { expect, test } from 'vitest'
import { chooseCandidates } from './choose-candidates.ts'

type Choose = NonNullable<Questions['choose']>
type Candidate = Parameters<Choose>[0][number]

const { signal } = new AbortController()

function candidate(id: string, score: number, more: Partial<Candidate> = {}): Candidate {
  return { id, title: `Title of ${id}`, score, foundBy: [{ source: 'journals' }], copies: [], merged: [], ...more }
}

const candidates = [candidate('d1', 0.93), candidate('d2', 0.6), candidate('d3', 0.4)]

/** Answers one question after the other. */
async function choose(
  answers: readonly string[],
  { among = candidates, ...options }: Partial<Parameters<Choose>[1]> & { among?: readonly Candidate[] } = {},
): Promise<{ readonly ids: readonly string[]; readonly shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  const left = [...answers]
  output.on('data', (chunk) => {
    shown += String(chunk)
    // A question ends without a new line.
    if (shown.endsWith(' ') && left.length > 0) input.write(`${left.shift()}\n`)
  })
  const asked = chooseCandidates({ clear: () => (shown += '<cleared>'), terminal: { input, output } })
  const ids = await asked(among, { threshold: 0.6, readUsd: 0, signal, ...options })
  return { ids, shown }
}

test('Enter takes what the threshold of the run would', async () => {
  expect((await choose([''])).ids).toEqual(['d1', 'd2'])
  const { ids, shown } = await choose([''], { threshold: 0.95 })
  expect(ids).toEqual([])
  expect(shown).toContain('Enter for those from 0.95 up')
  expect((await choose([''], { threshold: 0.3 })).ids).toEqual(['d1', 'd2', 'd3'])
})

test('numbers, all and none; what is no number is asked again', async () => {
  expect((await choose(['3, 1'])).ids).toEqual(['d3', 'd1'])
  expect((await choose(['all'])).ids).toEqual(['d1', 'd2', 'd3'])
  expect((await choose(['none'])).ids).toEqual([])
  const { ids, shown } = await choose(['4', 'two', '2'])
  expect(ids).toEqual(['d2'])
  expect(shown.match(/Numbers from 1 to 3, all, or none\./g)).toHaveLength(2)
})

test('the progress line is gone before the first row', async () => {
  expect((await choose([''], { notice: 'There are 3.' })).shown).toMatch(/^<cleared>There are 3\.\n {2}1 /)
  expect((await choose([''])).shown).toMatch(/^<cleared> {2}1 {2}0\.93 {2}Title of d1/)
})

test('each candidate shows its work, the price of reading it, and what was folded into it', async () => {
  const why = 'doi 10.1000/tides'
  const study = candidate('d1', 0.93, {
    url: 'https://a.example/tides',
    publishedAt: '2009-07-08',
    workIds: { doi: '10.1000/tides' },
    foundBy: [{ source: 'journals' }, { source: 'web' }, { source: 'web' }],
    merged: [why],
    folded: [
      { source: 'web', title: 'Tides (preprint)', why },
      { source: 'web', title: 'Tides, again', why: 'title Tides' },
    ],
  })
  const given = candidate('d2', 0.5, { url: 'https://b.example/', text: 'The whole text.' })
  const many = Array.from({ length: 8 }, (_, place) => ({ source: 'web', title: `Copy ${place}`, why }))
  expect((await choose([''], { among: [{ ...study, folded: many }] })).shown).toMatch(/Copy 4 .*\n {7}and 3 more\n/)
  const { shown } = await choose([''], { among: [study, given], readUsd: 0.002 })
  expect(shown.slice('<cleared>'.length)).toMatchInlineSnapshot(`
    "  1  0.93  Title of d1  2009  journals, web  doi 10.1000/tides  reading at most $0.002
           folded  web  Tides (preprint)  doi 10.1000/tides
           folded  web  Tides, again  title Tides
      2  0.50  Title of d2  journals
    Which to read? (numbers, all, none, Enter for those from 0.6 up) "
  `)
})
