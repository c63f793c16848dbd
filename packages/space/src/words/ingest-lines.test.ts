import type { KnowledgeResult } from '@datacortex/knowledge-extractor'
import { expect, test } from 'vitest'
import type { IngestedContent } from '../research/ingest-content.ts'
import { ingestLines } from './ingest-lines.ts'

const nothing: IngestedContent = {
  batch: 'b',
  items: [],
  ok: true,
  counts: { success: 0, partial: 0, unchanged: 0, duplicate: 0, skipped: 0, failed: 0 },
  inputs: 0,
  passed_over: [],
  resumed: 0,
  outputs: [],
  findings: [],
  took_ms: 5,
}

test('a folder of which nothing is taken says why', () => {
  expect(ingestLines(nothing).join('\n')).toContain('No file is there')
  const passed = [
    { reason: 'hidden', files: 2 },
    { reason: 'made by ingesting', files: 1 },
  ]
  expect(ingestLines({ ...nothing, passed_over: passed })).toContain(
    'passed over  3 files: 2 hidden · 1 made by ingesting',
  )
})

test('an address that could not be read is shown without the key in it', () => {
  const result: KnowledgeResult = {
    status: 'failed',
    input: 'https://example.org/page?api_key=abc',
    input_type: 'url',
    zettels_created: [],
    action_items: [],
    summary: '',
    relevance: {},
    source_authority: 'medium',
    tags: [],
    related: [],
    findings: [],
    error: { code: 'URL_STATUS', message: 'https://example.org/page?api_key=*** answered with status 404.' },
  }
  const lines = ingestLines({ ...nothing, items: [result], inputs: 1 }).join('\n')
  expect(lines).toContain('failed  https://example.org/page?api_key=***\n')
  expect(lines).not.toContain('abc')
})

test('of many things to do some are shown, and how many there are beside', () => {
  const result: KnowledgeResult = {
    status: 'success',
    input: 'minutes.md',
    input_type: 'file',
    zettels_created: [],
    action_items: ['a', 'b', 'c', 'd', 'e'].map((one) => `call ${one}`),
    summary: '',
    relevance: {},
    source_authority: 'medium',
    tags: [],
    related: [],
    findings: [],
  }
  const lines = ingestLines({ ...nothing, items: [result], inputs: 1 }).join('\n')
  expect(lines).toContain('call c')
  expect(lines).not.toContain('call d')
  expect(lines).toContain('and 2 more to do, which --json lists')
})

test('of many inputs those that failed come first, and how many more did is said', () => {
  const result = (status: 'success' | 'failed', number: number): KnowledgeResult => ({
    status,
    input: `${status} ${number}.md`,
    input_type: 'file',
    zettels_created: [],
    action_items: [],
    summary: '',
    relevance: {},
    source_authority: 'medium',
    tags: [],
    related: [],
    findings: [],
  })
  const many = (status: 'success' | 'failed', count: number): readonly KnowledgeResult[] =>
    Array.from({ length: count }, (_, number) => result(status, number))
  const few = ingestLines({ ...nothing, items: [...many('success', 60), ...many('failed', 2)] })
  expect(few.slice(0, 2)).toEqual(['failed  failed 0.md', 'failed  failed 1.md'])
  expect(few).toContain('… and 22 more; the same with --json lists all')
  const all = ingestLines({ ...nothing, items: [...many('success', 60), ...many('failed', 45)] })
  expect(all).toContain('… and 65 more, 5 of them failed; the same with --json lists all')
})
