import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { updateNoteIndex } from '@datacortex/memory'
import { expect, onTestFinished, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { indexNotes } from '../commands/index-notes.ts'
import { indexNews } from './index-news.ts'

test('a search and a dry run say that notes are not embedded, also where comparing all files takes too long', async () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { paths, context } = await commandSpace()
  for (const name of ['one', 'two']) await writeFile(join(paths.root, `${name}.md`), `Number ${name}.`)
  const update = async (others: number): Promise<unknown> =>
    await updateNoteIndex(paths, { embedder, embedOnly: { notes: [], others } })
  const news = async (ms: number) => {
    // So long the memory needs.
    const index = async (): Promise<undefined> => void (await vi.advanceTimersByTimeAsync(ms))
    return await indexNews(paths, { context, memory: { index }, searched: 'tier2_warm' })
  }
  const dryRun = async (): Promise<readonly string[]> => (await indexNotes(context, { dryRun: true })).lines
  await update(1)
  const wordsOnly = expect.stringMatching(/^words only /)
  expect(await news(299)).toEqual({ state: 'fresh', lines: [wordsOnly, 'next       datacortex index'] })
  expect(await news(300)).toEqual({ state: 'unknown', lines: [wordsOnly, 'next       datacortex index'] })
  expect((await dryRun())[1]).toMatch(/^would embed /)
  await update(2)
  expect(await news(299)).toEqual({ state: 'fresh', lines: [] })
  expect(await news(300)).toEqual({ state: 'unknown', lines: [] })
  expect((await dryRun())[1]).toMatch(/^dry run /)
})

const embedder = {
  modelId: 'lengths',
  dimensions: 8,
  embed: async (texts: readonly string[]) =>
    await Promise.resolve(texts.map(({ length }) => new Float32Array(8).fill(length))),
  [Symbol.asyncDispose]: async () => await Promise.resolve(),
}
