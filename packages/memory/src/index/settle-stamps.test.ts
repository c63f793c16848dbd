import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { createHashEmbedder } from '@datacortex/testkit'
import { afterEach, expect, test, vi } from 'vitest'
import { noteSpace, openIndex } from './__fixtures__/note-space.ts'
import { updateNoteIndex } from './update-note-index.ts'

const writtenAt = 1_700_000_000_000

afterEach(() => void vi.useRealTimers())

test('files that were written just before an update need not be read any more when it ends', async () => {
  const { times } = await updated({ tookMs: 3000 })
  expect(times).toEqual({ 'kept.md': writtenAt, 'changed.md': -1 })
})

test('those of an update that ends at once are read again, since a change could have the same time', async () => {
  const { times } = await updated({ tookMs: 1000 })
  expect(times).toEqual({ 'kept.md': -1, 'changed.md': -1 })
})

/** Two notes; while they are embedded one gets another text with the same size and time. */
async function updated({ tookMs }: { readonly tookMs: number }) {
  vi.useFakeTimers({ toFake: ['Date'], now: writtenAt })
  const paths = await noteSpace()
  const write = async (name: string, text: string): Promise<void> => {
    await writeFile(join(paths.root, name), text)
    await utimes(join(paths.root, name), writtenAt / 1000, writtenAt / 1000)
  }
  await write('kept.md', 'walrus one')
  await write('changed.md', 'otter one')
  const inner = createHashEmbedder()
  const embedder: Embedder = {
    ...inner,
    embed: async (texts, options) => {
      vi.setSystemTime(writtenAt + tookMs)
      await write('changed.md', 'otter two')
      return await inner.embed(texts, options)
    },
  }
  await updateNoteIndex(paths, { embedder })
  const { notes } = await (await openIndex(paths)).graph()
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ changed: 1, unchanged: 1 })
  return { times: Object.fromEntries([...notes].map(([path, { file }]) => [path, file.mtimeMs])) }
}
