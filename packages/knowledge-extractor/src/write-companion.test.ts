import { rm, writeFile } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { extractKnowledge, knowledgeSpace, signal, tides } from './__fixtures__/knowledge-space.ts'
import { ingest } from './ingest/ingest.ts'

test('companions stand beside binary files of the space, and never in the place of a note', async () => {
  const { ports, write, read } = await knowledgeSpace()
  const path = await write('inbox/plan.scan', `\u0000\u0001\u0000${tides}`)
  const wanted = { ...ports, companions: true }
  const [result] = await extractKnowledge({ kind: 'file', path }, wanted, { signal })
  expect(result).toMatchObject({ status: 'success', companion: 'inbox/plan.scan.md' })
  expect(await read('inbox/plan.scan.md')).toMatch(/^---\ntype: companion\noriginal: plan\.scan\n/)
  const other = await write('inbox/other.scan', `\u0000\u0001\u0000${tides} Two.`)
  await writeFile(`${other}.md`, 'Mine.')
  const [second] = await extractKnowledge({ kind: 'file', path: other }, wanted, { signal })
  expect(second?.findings.map(({ code }) => code)).toEqual(['KNOWLEDGE_COMPANION_TAKEN'])
  expect(await read('inbox/other.scan.md')).toBe('Mine.')
})

test('what has its note already gets its companion when one is asked for', async () => {
  const { ports, write, read } = await knowledgeSpace()
  const path = await write('inbox/plan.scan', `\u0000\u0001\u0000${tides}`)
  expect((await ingest([path], ports, { signal })).counts).toMatchObject({ success: 1 })
  const wanted = { ...ports, companions: true }
  const again = await ingest([path], wanted, { signal })
  expect(again.results).toMatchObject([{ status: 'unchanged', companion: 'inbox/plan.scan.md' }])
  expect(await read('inbox/plan.scan.md')).toContain('type: companion')
  await rm(`${path}.md`)
  await ingest([path], wanted, { signal })
  expect(await read('inbox/plan.scan.md'), 'as does one whose companion is gone').toContain('type: companion')
})

test('a file outside the space has no companion, and that is told', async () => {
  const { ports } = await knowledgeSpace()
  const elsewhere = await knowledgeSpace()
  const path = await elsewhere.write('plan.scan', `\u0000\u0001\u0000${tides}`)
  const [result] = await extractKnowledge({ kind: 'file', path }, { ...ports, companions: true }, { signal })
  expect(result).toMatchObject({
    status: 'success',
    findings: [{ code: 'KNOWLEDGE_COMPANION_OUTSIDE', severity: 'warning', subject: path }],
  })
  expect(result?.companion).toBeUndefined()
  expect(await elsewhere.list('')).toEqual(['plan.scan'])
})

test('a companion that can not be written leaves the notes and makes the result partial', async () => {
  const { ports, write } = await knowledgeSpace()
  const path = await write('inbox/plan.scan', `\u0000\u0001\u0000${tides}`)
  const writes: typeof ports.writes = {
    ...ports.writes,
    write: async (request, options) => {
      if (request.path.startsWith('inbox/')) throw new CodedError('WRITES_REFUSED', 'Not granted.')
      return await ports.writes.write(request, options)
    },
  }
  const [result] = await extractKnowledge({ kind: 'file', path }, { ...ports, companions: true, writes }, { signal })
  expect(result).toMatchObject({ status: 'partial', findings: [{ code: 'KNOWLEDGE_COMPANION_UNWRITTEN' }] })
  expect(result?.literature_note).toBeDefined()
})

test('a saved page has a companion, and a text that people can read has none', async () => {
  const { ports, write, read } = await knowledgeSpace()
  const wanted = { ...ports, companions: true }
  const page = await write('inbox/page.html', `<!doctype html><html><body>\n${tides}`)
  const [result] = await extractKnowledge({ kind: 'file', path: page }, wanted, { signal })
  expect(result).toMatchObject({ status: 'success', companion: 'inbox/page.html.md' })
  expect(await read('inbox/page.html.md')).toContain('Storm surges raise the water')
  const note = await write('inbox/note.txt', `${tides} Once more.`)
  const [other] = await extractKnowledge({ kind: 'file', path: note }, wanted, { signal })
  expect(other?.companion).toBeUndefined()
})
