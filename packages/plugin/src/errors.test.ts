import { expect, test } from 'vitest'
import { pluginError } from './errors.ts'

test('a reason that ends with a full stop gets no second one', () => {
  const failed = (reason: string): string =>
    pluginError('SOURCE_FAILED', { source: 'wiki', reason, transient: false, status: 404 }).message
  expect(failed('There is no such page.')).toBe('wiki answered with status 404: There is no such page.')
  expect(failed('gone')).toBe('wiki answered with status 404: gone.')
})
