import { foldText } from '@datacortex/text'
import { expect, test } from 'vitest'
import { parseNote } from '../parse-note.ts'

test('a folded whole text of a source has no headings, links and tags of the note, and is found by its words', () => {
  const whole = foldText('# Tides\n\nSee [[Bees]], [x](y.md) #honey\n\n## Earlier version, 2026-01-31\n\n```\n%% <!--')
  const text = `---\ntype: literature\n---\n\n# T\n\n## Whole text\n\n${whole}\n\n## My notes\n\n[[Mine]] #own`
  const { links, tags, chunks } = parseNote(text, { path: 'a/T.md', sha256: '' })
  expect(links.map(({ target, line }) => [target, line])).toEqual([['Mine', text.split('\n').length]])
  expect(tags).toEqual(['own'])
  expect(new Set(chunks.flatMap(({ headings }) => headings))).toEqual(new Set(['T']))
  expect(chunks.map((chunk) => chunk.text).join('\n')).toContain('#honey')
  // What somebody writes in such a form in a note of their own is theirs.
  expect(parseNote(whole, { path: 'a/T.md', sha256: '' }).tags).toEqual(['honey'])
})
