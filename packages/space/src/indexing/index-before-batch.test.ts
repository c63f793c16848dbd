import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { examineNoteIndex } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { indexBeforeBatch } from './index-before-batch.ts'

async function withNotes({ root }: SpacePaths, count: number): Promise<void> {
  await mkdir(join(root, 'notes'), { recursive: true })
  for (let note = 0; note < count; note += 1) await writeFile(join(root, `notes/${note}.md`), `Tide ${note}`)
}

test('before a batch many notes that the index lacks are taken in by words, and few are not', async () => {
  const { paths, work } = await workSpace()
  let embedded = 0
  const openModel = async (): Promise<Embedder> =>
    await Promise.resolve({
      modelId: 'lengths@1',
      dimensions: 2,
      embed: async (texts) => {
        embedded += texts.length
        return await Promise.resolve(texts.map(({ length }) => new Float32Array([Math.cos(length), Math.sin(length)])))
      },
      [Symbol.asyncDispose]: async () => await Promise.resolve(),
    })
  await withNotes(paths, 20)
  await indexBeforeBatch({ ...work, openModel })
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'absent', added: 20 })
  await withNotes(paths, 310)
  await indexBeforeBatch({ ...work, openModel })
  expect(await examineNoteIndex(paths)).toMatchObject({ added: 0, unchanged: 310, unembedded: true })
  expect(embedded).toBe(0)
})
