import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'

test.each([
  ['reads them whole if they are few', 4],
  ['searches among more', 2],
])('what completes a search among some rows %s', async (_, limit) => {
  const agents = await open(await temporaryFolder())
  const vectors = [
    [1, 0, 0, 0],
    [0, 3, 0, 0],
    [1, 1, 0, 0],
  ].map((numbers) => Float32Array.from(numbers))
  const rows = vectors.map((vector, place) => row(String(place + 2), 'text', { fields: { agent: 'x' }, vector }))
  const bare = row('1', 'text', { fields: { agent: 'x' }, vector: undefined })
  await agents.upsert([
    bare,
    ...rows,
    row('5', 'text', { fields: { agent: 'y' }, vector: Float32Array.of(1, 0, 0, 0) }),
  ])
  const options = { limit, filter: [{ field: 'agent', oneOf: ['x'] }], select: ['agent', 'vector'] } as const
  const hits = await agents.searchVector(Float32Array.of(0, 2, 0, 0), { ...options, completes: true })
  const searched = await agents.searchVector(Float32Array.of(0, 2, 0, 0), options)
  expect(hits.map(({ id }) => id)).toEqual(['3', '4', '2'].slice(0, limit))
  expect(hits.map(({ vector }) => vector?.[1])).toEqual([1, Math.SQRT1_2, 0].slice(0, limit).map(Math.fround))
  expect(hits).toEqual(searched)
})
