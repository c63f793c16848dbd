import fc from 'fast-check'
import { expect, test } from 'vitest'
import { descriptionParts } from './agent-units.ts'

test.each([
  ['Opens web pages, reads PDFs and draws QR codes, etc.', ['Opens web pages', 'reads PDFs and draws QR codes', 'etc']],
  ['Reviews front-end code (C/C++ or Node.js) for teams.', ['Reviews front-end code', 'C/C++ or Node.js', 'for teams']],
  ['Drag-and-drop forms - R&D & C# ordering', ['Drag-and-drop forms', 'R&D', 'C# ordering']],
  ['Bread. Bread; cake', ['Bread', 'cake']],
  ['搜索网页，并返回结果。', ['搜索网页', '并返回结果']],
  ['Plants tomatoes', []],
  ['Plants tomatoes.', []],
  ['', []],
])('takes %j apart', (description, parts) => {
  expect(descriptionParts(description)).toEqual(parts)
})

test('any text gives a few different parts of it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 80 })), (description) => {
      const parts = descriptionParts(description)
      expect(parts.length).toBeLessThanOrEqual(24)
      expect(new Set(parts).size).toBe(parts.length)
      const folded = description.replace(/\s+/g, ' ')
      for (const part of parts) expect(folded).toContain(part)
    }),
  )
})
