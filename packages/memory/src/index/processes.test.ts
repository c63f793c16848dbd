import type { OnProgress } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex } from './__fixtures__/note-space.ts'
import { startChild } from './__fixtures__/start-child.ts'
import { updateNoteIndex } from './update-note-index.ts'

const vault = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}.md`, `walrus number ${n} [[n${n + 1}]]`]))

test('a writer that embeds blocks writers and no reader; killed, it leaves its work and the lock', async () => {
  const paths = await noteSpace(vault(300))
  const child = startChild('index-in-child.ts', paths.root, '1')
  await child.line((line) => line === 'stalled')
  const index = await openIndex(paths)
  expect(await index.chunks.searchText('walrus', { limit: 500 })).toHaveLength(300)
  expect((await index.graph()).linksFrom('n7.md')).toEqual(['n8.md'])
  // The first part is stored while the next one is embedded.
  const pending = 300 - 256
  await expect.poll(async () => (await index.chunks.pending()).size).toBe(pending)
  const embedder = createHashEmbedder()
  const stop = new AbortController()
  const onProgress: OnProgress = ({ stage }) => {
    if (stage === 'wait') stop.abort(new Error('it waits'))
  }
  await expect(updateNoteIndex(paths, { embedder, signal: stop.signal, onProgress })).rejects.toThrow('it waits')
  child.process.kill('SIGKILL')
  expect(await child.exit).toBe(null)
  const update = await updateNoteIndex(paths, { embedder })
  expect(update).toMatchObject({ added: 0, unchanged: 300, embedded: pending, pending: 0 })
  expect((await index.chunks.hashes()).size).toBe(300)
})

test('killed while reading: every moment leaves an index that the next update completes', async () => {
  const [count, moments] =
    process.env['LONG'] === undefined
      ? [201, ['read 200']]
      : [1500, ['scan 500', 'read 0', 'read 1000', 'read 1500', 'embed']]
  const paths = await noteSpace(vault(count))
  for (const moment of moments) {
    const child = startChild('index-in-child.ts', paths.root)
    await child.line((line) => line === moment)
    child.process.kill('SIGKILL')
    expect(await child.exit, moment).toBe(null)
  }
  const update = await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  expect(update).toMatchObject({ removed: 0, pending: 0, skipped: [] })
  const index = await openIndex(paths)
  expect((await index.chunks.hashes()).size).toBe(count)
  expect((await index.graph()).notes.size).toBe(count)
  expect(index.chunks.rebuilt).toBeUndefined()
})

test('of several processes one does the work, and nothing is done twice', async () => {
  const paths = await noteSpace(vault(100))
  const others = process.env['LONG'] === undefined ? [1] : [1, 2, 3]
  const children = others.map(() => startChild('index-in-child.ts', paths.root))
  // This process is one of them, and begins when another one has.
  await children[0]?.line(() => true)
  const own = await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  expect(await Promise.all(children.map(async (child) => await child.exit))).toEqual(others.map(() => 0))
  const reported = children.map(({ lines }) => JSON.parse(lines.at(-1) ?? '') as { added: number; embedded: number })
  const updates = [own, ...reported]
  expect(updates.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([...others.map(() => 0), 100])
  expect(updates.reduce((sum, { embedded }) => sum + embedded, 0)).toBe(100)
})
