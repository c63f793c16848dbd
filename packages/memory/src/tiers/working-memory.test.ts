import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadTokenizer } from './load-tokenizer.ts'
import type { WorkingItem, WorkingKind } from './working-memory.ts'
import { WorkingMemory } from './working-memory.ts'

const tokenizer = await loadTokenizer()
const kinds: readonly WorkingKind[] = ['task', 'base', 'required', 'conversation', 'result']

function item(id: string, kind: WorkingKind, text: string = `${id} `.repeat(20)): WorkingItem {
  return { id, kind, text }
}

test('the least important falls first, among equals the one used longest ago', () => {
  const working = new WorkingMemory({ budgetTokens: 60, tokenizer })
  working.put(item('task', 'task', 'Write a report about tides.'))
  working.put(item('old', 'result'))
  working.put(item('new', 'result'))
  expect(working.touch('old')).toBe(true)
  expect(working.put(item('file', 'required')).fallen.map(({ id }) => id)).toEqual(['new'])
  expect(working.items.map(({ id }) => id)).toEqual(['task', 'file', 'old'])
  expect(working.touch('new')).toBe(false)
  expect(working.remove('old')).toBe(true)
})

test('the unimportant does not push out the important: it falls itself', () => {
  const working = new WorkingMemory({ budgetTokens: 60, tokenizer })
  working.put(item('base', 'base', 'base '.repeat(50)))
  const result = working.put(item('late', 'result'))
  expect(result).toMatchObject({ kept: false, fallen: [{ id: 'late' }] })
  expect(working.items.map(({ id }) => id)).toEqual(['base'])
})

test('a huge item is cut at a sentence, and the note says how much is there', () => {
  const working = new WorkingMemory({ budgetTokens: 100, tokenizer })
  const text = 'This sentence is one of many that are all the same. '.repeat(1000)
  expect(working.put(item('huge', 'required', text))).toMatchObject({ kept: true, cut: true, fallen: [] })
  expect(working.render()).toMatch(/all the same\.\n\n\[Cut here: the first \d+ of 52000 characters\.\]$/)
  expect(working.tokens).toBeLessThanOrEqual(100)
})

test('putting the same id again replaces it', () => {
  const working = new WorkingMemory({ budgetTokens: 100, tokenizer })
  working.put(item('a', 'result', 'one'))
  working.put(item('a', 'result', 'two'))
  expect(working.render()).toBe('two')
})

test('a budget that holds nothing is refused', () => {
  const make = () => new WorkingMemory({ budgetTokens: 3, tokenizer })
  expect(make).toThrow(expect.objectContaining({ code: 'MEMORY_BUDGET_TOO_SMALL' }))
  expect(() => new WorkingMemory({ budgetTokens: Number.NaN, tokenizer })).toThrow('too few')
})

test('whatever is put, touched and removed, the budget is never exceeded and nothing vanishes unsaid', () => {
  const step = fc.record({
    action: fc.constantFrom('put', 'put', 'put', 'touch', 'remove'),
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    kind: fc.constantFrom(...kinds),
    text: fc.oneof(fc.lorem({ maxCount: 40, mode: 'sentences' }), fc.string({ unit: 'binary', maxLength: 200 })),
  })
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 200 }), fc.array(step, { maxLength: 25 }), (budgetTokens, steps) => {
      const working = new WorkingMemory({ budgetTokens, tokenizer })
      const there = new Set<string>()
      for (const { action, id, kind, text } of steps) {
        if (action === 'touch') working.touch(id)
        else if (action === 'remove') {
          working.remove(id)
          there.delete(id)
        } else {
          there.add(id)
          for (const fallen of working.put({ id, kind, text }).fallen) there.delete(fallen.id)
        }
        expect(working.tokens).toBeLessThanOrEqual(budgetTokens)
        expect(new Set(working.items.map((held) => held.id))).toEqual(there)
      }
      expect(tokenizer.count(working.render())).toBeLessThanOrEqual(budgetTokens)
    }),
    { numRuns: process.env['LONG'] === undefined ? 50 : 150 },
  )
})
