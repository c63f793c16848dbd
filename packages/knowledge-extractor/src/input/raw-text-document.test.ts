import { expect, test } from 'vitest'
import { extractKnowledge, knowledgeSpace, signal } from '../__fixtures__/knowledge-space.ts'
import { rawTextDocument } from './raw-text-document.ts'

test.each([
  ['Some text. # No heading.', 'Some text'],
  ['Some text.\n\n# The *sea*', 'The *sea*'],
  ['- [ ] Ask three installers.\n\nThen wait.', 'Then wait'],
  ['- [ ] Ask three installers.', 'Ask three installers'],
  ['> 1. [x] Ask [Anna](/a).', 'Ask [Anna](/a)'],
])('%j is called %j', (text, title) => {
  expect(rawTextDocument(text, { name: 'text' }).documents[0]?.title).toBe(title)
})

test('a text without a heading is called as it is named', () => {
  const titled = (text: string) => rawTextDocument(text, { name: 'Ferry times' }).documents[0]?.title
  expect(titled('It leaves at nine. It is slow.')).toBe('Ferry times')
  expect(titled('# Boats\n\nIt leaves at nine.')).toBe('Boats')
})

test('boxes are things to do, and neither summed up nor quoted', async () => {
  const { ports, read } = await knowledgeSpace()
  const text =
    'The old roof of the harbour office leaks when it rains.\n\n- [ ] Ask three installers of roofs for offers\n- [x] Measure the roof of the office\n'
  const [result] = await extractKnowledge({ kind: 'text', text, name: 'roof' }, ports, { signal })
  expect(result).toMatchObject({
    status: 'success',
    summary: 'The old roof of the harbour office leaks when it rains.',
    action_items: ['Ask three installers of roofs for offers'],
  })
  expect(await read(result?.literature_note ?? '')).not.toMatch(/^(?!- ).*\[[ x]\]/m)
})
