import { readFile, writeFile } from 'node:fs/promises'
import type { Embedder } from '@datacortex/embeddings'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { found, noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { noteIndexPlace } from '../index/open-chunks.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { given, memoryText } from '../memories/__fixtures__/memory-space.ts'
import { coldScan } from '../tiers/cold-scan.ts'
import { searchNotes } from './search-notes.ts'

const vault = {
  '自行车.md': '# 自行车\n\n链条每五百公里要清洗并上油，刹车片每年检查一次。\n',
  '会议.md': '# 会议\n\n周三的会议决定推迟发布，张伟负责测试。\n',
  'ไทย.md': '# ไทย\n\nต้มยำกุ้งเป็นอาหารไทยที่มีรสเปรี้ยวและเผ็ด\n',
  '韓国.md': '# 韓国\n\n김치는 배추와 고추로 만든다.\n',
}

/** To which, as to an English model, all Chinese and Thai texts are one. */
const inner = createHashEmbedder()
const english: Embedder = {
  ...inner,
  embed: async (texts, options) =>
    await inner.embed(
      texts.map((text) => (/^\p{ASCII}*$/u.test(text) ? text : '?')),
      options,
    ),
  unknownShare: (text) => Promise.resolve(/^\p{ASCII}*$/u.test(text) ? 0 : 1),
}

test.each([
  ['刹车片', '自行车.md'],
  ['张伟', '会议.md'],
  ['อาหาร', 'ไทย.md'],
  ['배추', '韓国.md'],
])('%j is found within a sentence, with an index and without', async (query, path) => {
  const paths = await noteSpace(vault)
  expect((await coldScan(paths, query)).hits[0]?.note.path).toBe(path)
  await updateNoteIndex(paths, { embedder: english })
  const { hits, legs } = await searchNotes(await openIndex(paths, english), query, { limit: 5, embedder: english })
  expect(hits[0]?.path).toBe(path)
  expect(legs).toEqual({ vector: false, text: true, problem: 'the model knows too few of its words' })
})

test('an index of an earlier form is made anew, and keeps its vectors', async () => {
  const paths = await noteSpace({ 'tides.md': 'The tides.' })
  const options = { embedder: inner, memories: given(memoryText('刹车片每年检查一次。')) }
  await updateNoteIndex(paths, options)
  const { graphFile } = noteIndexPlace(paths)
  await writeFile(graphFile, (await readFile(graphFile, 'utf8')).replace(/^(datacortex-note-graph) \d+/, '$1 3'))
  expect(await updateNoteIndex(paths, options)).toMatchObject({ changed: 1, embedded: 0, pending: 0 })
  expect(await found(await openIndex(paths, inner), '刹车')).toEqual([expect.stringMatching(/^memory:/)])
})
