import { expect, test } from 'vitest'
import { foldText, foldedSpans } from './folded-text.ts'

test.each([
  'Bees.',
  '# A\n\n## My notes\n\n```\nopen\n\n  > quoted\n%%\n---\n[[B]] #c ',
  '',
  '\n\nx\n\n',
  '> [!quote]- As it was read\n> x',
])('%j is found again in a note, sign for sign', (text) => {
  const note = `# T\n\n${foldText(text)}\n\n## My notes\n\n> mine\n`
  const spans = foldedSpans(note).map(({ start, end }) => note.slice(start, end))
  expect(spans.map((folded) => folded.replaceAll(/^> ?/gm, ''))).toEqual([text])
})

test('several are found, each for itself, also at the end and with the line ends of Windows', () => {
  const note = `# T\n\n${foldText('One')}\n\nOwn\n\n${foldText('Two\nlines')}`
  const found = (text: string): readonly string[] =>
    foldedSpans(text).map(({ start, end }) => text.slice(start, end).trim())
  expect(found(note)).toEqual(['> One', '> Two\n> lines'])
  expect(found(note.replaceAll('\n', '\r\n'))).toEqual(['> One', '> Two\r\n> lines'])
  expect(found('# T\n\n> [!quote]- As it was read')).toEqual([])
  expect(found('# T\n\n> [!quote]- As it was read\n\nOwn')).toEqual([''])
})
