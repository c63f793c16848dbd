import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KnownText, localRidge } from './local-ridge.ts'

const unit = (...numbers: readonly number[]): Float32Array => {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (value) => value / length)
}
const query = unit(1, 0, 0)
const known = (agent: string, ...numbers: readonly number[]): KnownText => {
  const vector = unit(...numbers)
  return { agent, vector, cosine: vector.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0) }
}

test('a text that is the query nearly settles it', () => {
  const shares = localRidge([known('cook', 1, 0, 0), known('gardener', 0, 1, 0), known('lawyer', 0, 0, 1)])
  expect(shares.get('cook')).toBeGreaterThan(0.85)
  expect(Math.abs(shares.get('gardener') ?? 1)).toBeLessThan(0.1)
})

test('it solves the equations of the kernel', () => {
  const texts = [known('a', 1, 0.4, 0), known('b', 1, -0.2, 0.3), known('c', 0.2, 1, 0.1)]
  const weights = localRidge(texts)
  for (const one of texts) {
    const left = texts.reduce((sum, other) => {
      const cosine = one.vector.reduce((dot, value, index) => dot + value * (other.vector[index] ?? 0), 0)
      return sum + (Math.exp(3 * (cosine - 1)) + (one === other ? 0.1 : 0)) * (weights.get(other.agent) ?? 0)
    }, 0)
    expect(left).toBeCloseTo(Math.exp(3 * (one.cosine - 1)), 5)
  }
})

test('the same said ten times hardly counts more than once', () => {
  const other = known('other', 1, -0.5, 0)
  const once = localRidge([known('cook', 1, 0.5, 0), other]).get('cook') ?? 0
  const often = localRidge([...Array.from({ length: 10 }, () => known('cook', 1, 0.5, 0)), other]).get('cook') ?? 0
  expect(often).toBeGreaterThan(once)
  expect(often).toBeLessThan(once * 1.2)
})

test('far texts say little, and nothing says nothing', () => {
  expect(localRidge([known('cook', 0, 1, 0)]).get('cook')).toBeLessThan(0.05)
  expect(localRidge([])).toEqual(new Map())
})

test('shares are finite for any texts, equal ones and opposite ones too', () => {
  const direction = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -3, max: 3 }))).filter((all) => all.some(Boolean))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), direction), { maxLength: 40 }), (texts) => {
      const shares = localRidge(texts.map(([agent, numbers]) => known(agent, ...numbers)))
      for (const share of shares.values()) expect(Math.abs(share)).toBeLessThan(2)
    }),
  )
})
