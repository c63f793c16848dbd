import type { FoundAgent } from '@datacortex/registry/find'
import { expect, test } from 'vitest'
import { findPages } from './find-pages.ts'

const agentsOf = (ids: readonly number[]): readonly FoundAgent[] =>
  ids.map((id) => ({
    id: `a${id}`,
    name: `A${id}`,
    description: '',
    score: 0.5,
    skills: [],
    matched: '',
    matched_kind: '',
    module: null,
  }))

/** Anyone who asks for few gets another order: the ninth and the twelfth change places. */
async function findUnsteadily({ count, top }: { count: number; top: number }): Promise<readonly FoundAgent[]> {
  const order = Array.from({ length: 150 }, (_, place) => place)
  if (top <= 20) [order[8], order[11]] = [11, 8]
  return await Promise.resolve(agentsOf(order.slice(0, Math.min(count, top))))
}

test.each([3, 10, 19, 20, 60, 100])(
  'pages of %i have every agent once, however the order hangs on the depth',
  async (size) => {
    const seen: string[] = []
    let isLast = false
    for (let offset = 0; !isLast; offset += size) {
      const end = offset + size
      const first = offset === 0 ? undefined : size
      const found = await findPages({ offset, end, first, isFiltered: false }, findUnsteadily)
      seen.push(...found.slice(offset, end).map(({ id }) => id))
      isLast = found.length <= end
    }
    expect([seen.length, new Set(seen).size]).toEqual([150, 150])
  },
)

test('a short first page asks for no more than it shows, and the others within a hundred ask alike', async () => {
  const asked: number[] = []
  const find = async (wish: { count: number; top: number }) => {
    asked.push(wish.top)
    return await findUnsteadily(wish)
  }
  for (const offset of [0, 10, 50, 90, 100])
    await findPages({ offset, end: offset + 10, first: offset === 0 ? undefined : 10, isFiltered: false }, find)
  expect(asked).toEqual([11, 11, 101, 11, 101, 11, 101, 11, 1000])
  await findPages({ offset: 0, end: 10, first: undefined, isFiltered: true }, find)
  expect(asked.at(-1)).toBe(1000)
})
