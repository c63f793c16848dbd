import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal } from '../__fixtures__/knowledge-space.ts'
import { tableExcerpt } from './table-excerpt.ts'

const facts = 'Table of 2 rows with the columns name and lit.'

test('the note of a table says what it is, and has its rows', async () => {
  const text = '| name | lit |\n| --- | --- |\n| North | 1881 |\n| South | 1902 |'
  const extraction = { documents: [documentOf(text, { genre: 'table', description: facts })], findings: [] }
  const { ports, read } = await knowledgeSpace()
  const input = { kind: 'extraction', name: 'lamps.csv', inputType: 'file', extraction } as const
  const [result] = await extractKnowledge(input, ports, { signal })
  expect(result?.summary).toBe(facts)
  expect(await read(result?.literature_note ?? '')).toContain(
    `## Summary\n\n${facts}\n\n## Table\n\n${text}\n\n## Whole text`,
  )
  const [again] = await extractKnowledge(input, ports, { signal })
  expect(again).toMatchObject({ status: 'unchanged', summary: facts })
})

test('a note counts no rows but those that its source counts', async () => {
  const rows = Array.from({ length: 1000 }, (_, place) => `| ${place} |`)
  const text = ['| n |', '| --- |', ...rows].join('\n')
  const description = 'Table of 1000000 rows with the column n.'
  const extraction = { documents: [documentOf(text, { genre: 'table', description })], findings: [] }
  const { ports, read } = await knowledgeSpace()
  const input = { kind: 'extraction', name: 'n.csv', inputType: 'file', extraction } as const
  const [result] = await extractKnowledge(input, ports, { signal })
  const note = await read(result?.literature_note ?? '')
  expect(note).toContain(`## Summary\n\n${description}\n`)
  expect(note).toContain('| 19 |\n\n… and more rows\n\n## Whole text')
})

test('of a long table the beginning is shown; other documents have none', () => {
  const rows = Array.from({ length: 30 }, (_, place) => `| ${place} |`)
  const text = ['| n |', '| --- |', ...rows].join('\n')
  const excerpt = tableExcerpt(documentOf(text, { genre: 'data' }))
  expect(excerpt?.markdown.split('\n')).toHaveLength(22)
  expect(excerpt?.more).toBe(10)
  expect(tableExcerpt(documentOf(text))).toBeUndefined()
  expect(tableExcerpt(documentOf('- **a**: 1', { genre: 'data' }))).toBeUndefined()
})

test('cells of others can make no links, tags, comments or columns', () => {
  const text = '| a | b |\n| --- | --- |\n| [[secret]] #tag | x \\| y %%z%% |\n| <script> | # 1 |'
  expect(
    tableExcerpt(documentOf(text, { genre: 'table' }))
      ?.markdown.split('\n')
      .slice(2),
  ).toEqual([String.raw`| secret \#tag | x \| y %\%z%\% |`, String.raw`| \<script> | \# 1 |`])
})
