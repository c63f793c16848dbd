import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { filePool } from '../__fixtures__/file-reader.ts'
import { extractKnowledge, knowledgeSpace, signal, tides } from '../__fixtures__/knowledge-space.ts'
import { findMovedNotes } from './moved-notes.ts'

const url = 'https://tides.example.org/spring'
const literature = '0-personal/3-knowledge/literature'
const changed = tides.replace('seven days', 'about seven days')

/** A space with a page whose note was moved. */
async function movedSpace(to: string): Promise<
  Awaited<ReturnType<typeof knowledgeSpace>> & {
    readonly again: (text: string) => ReturnType<typeof extractKnowledge>
  }
> {
  const pages: Record<string, string> = { [url]: tides }
  const space = await knowledgeSpace({}, { subAgents: filePool({ pages }) })
  await extractKnowledge({ kind: 'url', url }, space.ports, { signal })
  await mkdir(dirname(join(space.root, to)), { recursive: true })
  await rename(join(space.root, literature, 'spring-tides.md'), join(space.root, to))
  const again = async (text: string): ReturnType<typeof extractKnowledge> => {
    pages[url] = text
    return await extractKnowledge({ kind: 'url', url }, space.ports, { signal })
  }
  return { ...space, again }
}

test('a note that a person moved is the note of its source where it is now', async () => {
  const path = '0-personal/Garden/Sea – notes.md'
  const { again, list, read } = await movedSpace(path)
  expect(await again(tides)).toMatchObject([{ status: 'unchanged', literature_note: path }])
  expect(await again(changed)).toMatchObject([{ status: 'success', literature_note: path }])
  expect(await read(path)).toContain(`content_hash: ${sha256(changed)}`)
  expect(await read(path)).toContain('versions:')
  expect(await list(literature)).toEqual([])
})

test('where it may not be written, a new one is made, and that is told', async () => {
  const path = 'Garden/Sea.md'
  const { again, list, read } = await movedSpace(path)
  expect(await again(tides)).toMatchObject([{ status: 'unchanged', literature_note: path }])
  const before = await read(path)
  const [result] = await again(changed)
  expect(result).toMatchObject({ status: 'success', literature_note: `${literature}/spring-tides.md` })
  expect(result?.findings.map(({ code }) => code)).toContain('KNOWLEDGE_NOTE_OUT_OF_REACH')
  expect(await read(path)).toBe(before)
  expect(await again(changed)).toMatchObject([
    { status: 'unchanged', literature_note: `${literature}/spring-tides.md` },
  ])
  expect(await list(literature)).toEqual(['spring-tides.md'])
})

test('its content from another source is a duplicate of it', async () => {
  const { ports } = await movedSpace('0-personal/Sea.md')
  const mirror = 'https://mirror.example.org/a'
  const mirrored = { ...ports, subAgents: filePool({ pages: { [mirror]: tides } }) }
  const [result] = await extractKnowledge({ kind: 'url', url: mirror }, mirrored, { signal })
  expect(result).toMatchObject({ status: 'duplicate', duplicate_of: '0-personal/Sea.md' })
})

test('notes of other spaces, of people and in hidden folders are not found', async () => {
  const head = 'source_id: url:x\ncontent_hash: abc\ntaint: external\n---\n'
  const { ports } = await knowledgeSpace({
    '1-acme/a.md': `---\ntype: literature\n${head}`,
    '.trash/b.md': `---\ntype: literature\n${head}`,
    'c.md': `---\ntype: idea\n${head}`,
    'd.md': 'Text.',
    [`${literature}/e.md`]: `---\ntype: literature\n${head}`,
    'deep/er/f.md': `---\r\ntype: literature\r\nauthor: ${'Ångström '.repeat(1000)}\r\n${head}`,
  })
  const found = await findMovedNotes(ports.paths, { space: '0-personal', literature })
  expect(found).toEqual([{ path: 'deep/er/f.md', sourceId: 'url:x', contentHash: 'abc' }])
})
