import { expect, test } from 'vitest'
import { keptOpen } from './kept-open.ts'

test('what one gives back twice stays open for the other', async () => {
  const ended: string[] = []
  const kept = keptOpen<string>({
    idleMs: 60_000,
    close: async (thing) => await Promise.resolve(void ended.push(thing)),
  })
  const use = kept.keep('key', 'thing')
  const [one, other] = [use(), use()]
  await one()
  await one()
  await kept[Symbol.asyncDispose]()
  expect(ended).toEqual([])
  await other()
  expect(ended).toEqual(['thing'])
})
