import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal } from '../__fixtures__/knowledge-space.ts'
import type { KnowledgeInput } from '../knowledge-input.ts'
import type { KnowledgeResult } from '../knowledge-result.ts'
import type { SubAgentPool } from '../ports.ts'

test('of what has no text only what can be seen is said to need OCR', async () => {
  const nothing: SubAgentPool = {
    accepts: () => 'reader',
    extract: () => Promise.resolve({ documents: [documentOf(' ')], findings: [] }),
  }
  const { ports } = await knowledgeSpace({}, { subAgents: nothing })
  const errorOf = async (input: KnowledgeInput): Promise<KnowledgeResult['error']> =>
    (await extractKnowledge(input, ports, { signal }))[0]?.error
  const bytes = { kind: 'bytes', bytes: new Uint8Array([1]), name: 'scan' } as const
  expect((await errorOf({ ...bytes, contentType: 'application/pdf' }))?.hint).toContain('OCR')
  expect((await errorOf({ ...bytes, contentType: 'text/csv' }))?.hint).not.toContain('OCR')
  const empty = await errorOf({ kind: 'text', text: ' \n' })
  expect(empty).toMatchObject({ code: 'KNOWLEDGE_INPUT_EMPTY', message: 'The input is empty.' })
})
