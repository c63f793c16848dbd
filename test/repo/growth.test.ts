import { expect, test } from 'vitest'
import { growthCases, growthFiles } from '../bench/measure/growth-files.ts'
import { measureGrowth } from '../bench/measure/measure-growth.ts'

test.each(growthFiles())('%s: each case of `pnpm bench growth` runs', async (file) => {
  const cases = Object.values(await growthCases(file))
  expect(cases.length).toBeGreaterThan(0)
  for (const makeCase of cases) await makeCase(1)()
})

test.each([
  ['linear', (size: number) => size, 4],
  ['quadratic', (size: number) => size ** 2, 16],
])('%s work is told by what it costs at four times the size', async (_, cost, growth) => {
  let spent = 0
  const makeCase = (size: number) => () => void (spent += cost(size))
  expect(await measureGrowth(makeCase, { now: () => spent, leastMs: 1000 })).toMatchObject({ growth })
})
