import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { updateNoteIndex } from '@datacortex/memory'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { indexNews } from './index-news.ts'
import { indexNotes } from './index-notes.ts'

test('a search and a dry run say that notes are not embedded, also where comparing all files takes too long', async () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { paths, work } = await workSpace()
  for (const name of ['one', 'two']) await writeFile(join(paths.root, `${name}.md`), `Number ${name}.`)
  const update = async (others: number): Promise<unknown> =>
    await updateNoteIndex(paths, { embedder, embedOnly: { notes: [], others } })
  const news = async (ms: number) => {
    // So long the memory needs.
    const index = async (): Promise<undefined> => void (await vi.advanceTimersByTimeAsync(ms))
    return await indexNews(work, { memory: { index } })
  }
  const dryRun = async () => await indexNotes.run(work, { dry_run: true })
  expect(await news(299)).toEqual({
    index: 'absent',
    not_indexed: { added: 2, changed: 0, removed: 0, unchanged: 0 },
  })
  await update(1)
  expect(await news(299)).toEqual({ index: 'fresh', words_only: true })
  expect(await news(300)).toEqual({ index: 'unknown', words_only: true })
  expect(await dryRun()).toMatchObject({ unembedded: true, dry_run: true })
  await update(2)
  expect(await news(299)).toEqual({ index: 'fresh' })
  expect(await news(300)).toEqual({ index: 'unknown' })
  expect(await dryRun()).toMatchObject({ unembedded: false })
})

const embedder = {
  modelId: 'lengths',
  dimensions: 8,
  embed: async (texts: readonly string[]) =>
    await Promise.resolve(texts.map(({ length }) => new Float32Array(8).fill(length))),
  [Symbol.asyncDispose]: async () => await Promise.resolve(),
}
