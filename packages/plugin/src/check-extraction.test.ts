import { expect, test } from 'vitest'
import { checkExtraction } from './check-extraction.ts'

const whole = { id: '', title: 'Tides', text: 'High and low.', blocks: [], authors: [] }

test('a whole extraction passes as it is', () => {
  const extraction = { documents: [whole], findings: [] }
  expect(checkExtraction(extraction, { name: 'outliner' })).toBe(extraction)
})

test.each([
  [undefined, 'expected object'],
  [{ title: 'Old', text: 'shape' }, 'documents'],
  [{ documents: [], findings: [] }, 'neither documents nor a handOver'],
  [{ documents: [{ ...whole, text: 7 }], findings: [] }, 'documents.0.text'],
  [{ documents: [{ ...whole, blocks: [{ kind: 'list', start: 0, end: 99 }] }], findings: [] }, 'outside its text'],
])('%j is refused with what is wrong', (value, reason) => {
  expect(() => checkExtraction(value, { name: 'outliner' })).toThrow(
    expect.objectContaining({
      code: 'PLUGIN_ANSWER_INVALID',
      message: expect.stringContaining(reason),
      hint: expect.stringContaining('what `extract` returns'),
    }),
  )
})
