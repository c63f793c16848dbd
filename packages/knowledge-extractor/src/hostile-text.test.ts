import { expect, test } from 'vitest'
import { analysable, mostAnalysed } from './analysable.ts'
import { documentOf } from './__fixtures__/file-reader.ts'

test('of a very long text the beginning is analysed, and that is told', () => {
  const line = 'The tide rises twice a day.\n\n'
  const text = line.repeat(Math.ceil((mostAnalysed + 100_000) / line.length))
  const { document, findings } = analysable(documentOf(text))
  expect(document.text.length).toBeLessThanOrEqual(mostAnalysed)
  expect(document.text.endsWith('\n')).toBe(true)
  expect(document.blocks.at(-1)?.end).toBeLessThanOrEqual(document.text.length)
  expect(findings).toMatchObject([{ code: 'KNOWLEDGE_TEXT_CUT', severity: 'warning' }])
  expect(analysable(documentOf('short')).findings).toEqual([])
})
