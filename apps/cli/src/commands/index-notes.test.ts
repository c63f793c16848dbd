import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { updateNoteIndex } from '@datacortex/memory'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { indexNotes } from './index-notes.ts'

test('a dry run says what it would do, and that notes are not embedded yet', async () => {
  const { paths, context } = await commandSpace()
  for (const name of ['one', 'two']) await writeFile(join(paths.root, `${name}.md`), `Number ${name}.`)
  await updateNoteIndex(paths, { embedder, embedOnly: { notes: [], others: 1 } })
  const planned = await indexNotes(context, { dryRun: true })
  expect(planned.data).toMatchObject({ state: 'fresh', unembedded: true, dry_run: true })
  expect(planned.lines).toEqual([
    expect.stringMatching(/^would do {3}2 notes unchanged$/),
    expect.stringMatching(/^would embed /),
    'dry run    nothing was changed',
  ])
})

const embedder = {
  modelId: 'lengths',
  dimensions: 8,
  embed: async (texts: readonly string[]) =>
    await Promise.resolve(texts.map(({ length }) => new Float32Array(8).fill(length))),
  [Symbol.asyncDispose]: async () => await Promise.resolve(),
}
