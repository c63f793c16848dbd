import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { compileFilter } from './compile-filter.ts'
import { type Condition, filterTest } from './filter.ts'

const kinds = { agent: 'string', size: 'number', live: 'boolean', tags: 'strings', note: 'payload' } as const

test.each<[Condition, string]>([
  [{ field: 'agent', equals: "o'neil" }, "(`f_agent` = 'o''neil')"],
  [{ field: 'agent', oneOf: ['a', 'b'] }, "(`f_agent` IN ('a', 'b'))"],
  [{ field: 'agent', oneOf: [] }, '(false)'],
  [{ field: 'tags', contains: '\\' }, "(array_has(`f_tags`, '\\'))"],
  [{ field: 'size', from: -1, to: 1e300 }, "(`f_size` >= -1 AND `f_size` <= CAST('1e+300' AS DOUBLE))"],
  [{ field: 'agent', from: '2026-01-01' }, "(`f_agent` >= '2026-01-01')"],
  [{ field: 'live', equals: true }, '(`f_live` = 1)'],
  [{ field: 'agent' }, '(`f_agent` IS NOT NULL)'],
])('compiles %j', (condition, sql) => {
  expect(compileFilter([condition], kinds)).toBe(sql)
})

test('joins conditions by AND, and an empty filter is none', () => {
  expect(
    compileFilter(
      [
        { field: 'size', equals: 1 },
        { field: 'live', equals: false },
      ],
      kinds,
    ),
  ).toBe('(`f_size` = 1) AND (`f_live` = 0)')
  expect(compileFilter([], kinds)).toBeUndefined()
})

test.each<[Condition, string]>([
  [{ field: 'none', equals: 'x' }, 'declares no such field'],
  [{ field: '` OR 1=1 --', equals: 'x' }, 'declares no such field'],
  [{ field: 'toString', equals: 'x' }, 'declares no such field'],
  [{ field: 'note', equals: 'x' }, 'not filterable'],
  [{ field: 'agent', contains: 'x' }, 'needs a field of tags'],
  [{ field: 'tags', equals: 'x' }, 'filtered by contains'],
  [{ field: 'size', equals: 'x' }, 'not a finite number'],
  [{ field: 'size', equals: Number.NaN }, 'not a finite number'],
  [{ field: 'agent', oneOf: ['a', 1] }, 'not a string'],
  [{ field: 'live', from: 1 }, 'no range'],
  [{ field: 'agent', from: 1 }, 'not a string'],
])('refuses %j', (condition, problem) => {
  expect(() => compileFilter([condition], kinds)).toThrow(
    expect.objectContaining({ code: 'VECTOR_STORE_FILTER_INVALID', message: expect.stringContaining(problem) }),
  )
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '"', '`', '\\', ';', '-', '%', '_', '\0', '\n', 'a', ' OR ', '1=1', '𝒳', '\ud800'),
  }),
)
const size = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 1, 2 ** 53, 5e-324))
const record = fc.record({
  agent: fc.option(nasty, { nil: undefined }),
  size,
  live: fc.boolean(),
  tags: fc.array(nasty, { maxLength: 3 }),
})

test('no value can break out: the table and memory agree, and a value finds exactly its own rows', async () => {
  const agents = await open(await temporaryFolder(), { snapshotRows: 0 })
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 8 }), nasty, async (records, other) => {
      const previous = [...(await agents.hashes()).keys()]
      await agents.delete(previous)
      await agents.upsert(records.map((fields, index) => row(String(index), 'x', { fields })))
      const stored = await agents.get(records.map((_, index) => String(index)))
      const strings = [other, ...records.flatMap(({ agent, tags }) => [agent ?? '', ...tags])]
      const first = records[0]
      const conditions: Condition[] = [
        ...strings.flatMap((value): Condition[] => [
          { field: 'agent', equals: value },
          { field: 'agent', oneOf: [value, other] },
          { field: 'tags', contains: value },
          { field: 'agent', from: value },
          { field: 'agent', to: value },
        ]),
        { field: 'size', equals: first?.size ?? 0 },
        { field: 'size', from: first?.size },
        { field: 'size', oneOf: records.map((each) => each.size) },
        { field: 'live', equals: true },
      ]
      for (const condition of conditions) {
        const expected = [...stored.values()].filter(({ fields }) => filterTest([condition])(fields)).length
        expect([condition, await agents.count([condition])]).toEqual([condition, expected])
      }
      // The in-memory answer is right by itself for whole values.
      const same = records.filter(({ agent }) => agent?.toWellFormed() === other.toWellFormed()).length
      expect(await agents.count([{ field: 'agent', equals: other }])).toBe(same)
    }),
    { numRuns: process.env['LONG'] === undefined ? 8 : 25 },
  )
})

test('both retrievers apply the filter before the limit, with and without the snapshot', async () => {
  for (const snapshotRows of [0, 1000]) {
    const agents = await open(await temporaryFolder(), { snapshotRows })
    await agents.upsert(
      Array.from({ length: 60 }, (_, index) =>
        row(String(index), 'a walrus', {
          vector: Float32Array.of(1, index / 100, 0, 0),
          fields: { agent: index < 50 ? 'many' : 'few', tags: [index % 2 === 0 ? 'even' : 'odd'] },
        }),
      ),
    )
    const filter: Condition[] = [
      { field: 'agent', equals: 'few' },
      { field: 'tags', contains: 'odd' },
    ]
    for (let round = 0; round < 3; round += 1) {
      const near = await agents.searchVector(Float32Array.of(1, 0, 0, 0), { limit: 5, filter })
      expect(near.map((hit) => hit.id)).toEqual(['51', '53', '55', '57', '59'])
      const found = await agents.searchText('walrus', { limit: 5, filter })
      expect(found.map((hit) => hit.id).sort()).toEqual(['51', '53', '55', '57', '59'])
    }
  }
})
