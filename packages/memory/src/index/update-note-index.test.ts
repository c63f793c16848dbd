import { rmSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Embedder, openEmbedder } from '@datacortex/embeddings'
import { withLock } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { found, noteSpace, openIndex, recordingEmbedder, writeNote } from './__fixtures__/note-space.ts'
import { openMemory } from '../tiers/open-memory.ts'
import { noteIndexPlace } from './open-chunks.ts'
import { updateNoteIndex } from './update-note-index.ts'

const tides = '# Tides\n\nThe moon pulls the sea. See [[Moon]] and [[nowhere]].\n'
const moon = '---\ntags: [space]\n---\n# Moon\n\nA walrus never saw it. #cold\n'

test('indexes notes by words and by meaning, with links, fields and lines', async () => {
  const paths = await noteSpace({ '0-personal/notes/Tides.md': tides, '0-personal/notes/Moon.md': moon })
  const { embedder, texts } = recordingEmbedder()
  const update = await updateNoteIndex(paths, { embedder })
  expect(update).toMatchObject({ added: 2, changed: 0, removed: 0, unchanged: 0, embedded: 2, pending: 0, skipped: [] })
  expect(texts).toHaveLength(2)
  const index = await openIndex(paths)
  const [hit] = await index.chunks.searchText('walrus')
  expect(hit).toMatchObject({
    id: '0-personal/notes/Moon.md#0',
    fields: { path: '0-personal/notes/Moon.md', space: '0-personal', title: 'Moon' },
  })
  expect(new Set(hit?.fields['tags'] as readonly string[])).toEqual(new Set(['space', 'cold']))
  const [vector] = await embedder.embed(['the pull of the moon on the sea'])
  expect((await index.chunks.searchVector(vector ?? new Float32Array()))[0]?.id).toBe('0-personal/notes/Tides.md#0')
  const graph = await index.graph()
  expect(graph.linksFrom('0-personal/notes/Tides.md')).toEqual(['0-personal/notes/Moon.md'])
  expect(graph.linksTo('0-personal/notes/Moon.md')).toEqual(['0-personal/notes/Tides.md'])
  expect(graph.tagged('cold')).toEqual(['0-personal/notes/Moon.md'])
  expect(graph.unresolved('0-personal/notes/Tides.md').map(({ target }) => target)).toEqual(['nowhere'])
})

test('an unchanged space is neither read nor embedded again', async () => {
  const paths = await noteSpace({ 'a.md': tides, 'b.md': moon })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const { embedder, texts } = recordingEmbedder()
  // Other bytes of the same length, behind the same size and time: anyone who reads the file would see them.
  const file = join(paths.root, 'a.md')
  const before = await readFile(file, 'utf8')
  const graph = await readFile(noteIndexPlace(paths).graphFile, 'utf8')
  const update = await updateNoteIndex(paths, { embedder })
  expect(update).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 2, embedded: 0 })
  expect(texts).toEqual([])
  expect(await readFile(noteIndexPlace(paths).graphFile, 'utf8')).toBe(graph)
  const { mtime } = await stat(file)
  await writeFile(file, before.replace('moon', 'noom'))
  await utimes(file, mtime, mtime)
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ changed: 0, unchanged: 2 })
})

test('a change of one note writes the file of links once, and an added link leads somewhere', async () => {
  const paths = await noteSpace({ 'a.md': tides, 'b.md': moon, 'c.md': '# C' })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const files = new Set<number>()
  const embedder: Embedder = {
    ...createHashEmbedder(),
    embed: async (texts, options) => {
      files.add((await stat(noteIndexPlace(paths).graphFile)).ino)
      return await createHashEmbedder().embed(texts, options)
    },
  }
  const { ino } = await stat(noteIndexPlace(paths).graphFile)
  await writeNote(paths, 'b.md', `${moon}More of [[C]].\n`)
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ changed: 1, embedded: 1 })
  // Until the texts were embedded it was the one from before.
  expect([...files]).toEqual([ino])
  expect((await stat(noteIndexPlace(paths).graphFile)).ino).not.toBe(ino)
  expect((await (await openIndex(paths)).graph()).linksFrom('b.md')).toEqual(['c.md'])
})

test('a note that goes between the scan and the reading is not told; the next update takes it out', async () => {
  const paths = await noteSpace({ 'a.md': tides, 'b.md': moon })
  const { embedder } = recordingEmbedder()
  await updateNoteIndex(paths, { embedder })
  await writeNote(paths, 'b.md', `${moon}More.\n`)
  await writeNote(paths, 'c.md', moon)
  const onProgress = ({ stage }: { readonly stage: string }): void => {
    if (stage === 'read') for (const name of ['b.md', 'c.md']) rmSync(join(paths.root, name), { force: true })
  }
  expect(await updateNoteIndex(paths, { embedder, onProgress })).toMatchObject({ added: 0, changed: 0, skipped: [] })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ removed: 1, unchanged: 1, skipped: [] })
})

test('a file with a new time and the same text is read and not embedded', async () => {
  const paths = await noteSpace({ 'a.md': tides })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  await writeNote(paths, 'a.md', tides)
  const { embedder, texts } = recordingEmbedder()
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ changed: 0, unchanged: 1 })
  expect(texts).toEqual([])
})

test('a change right after indexing is seen although size and time are the same', async () => {
  const paths = await noteSpace()
  const file = join(paths.root, 'fresh.md')
  await writeFile(file, 'walrus one\n')
  // The clock stands still, so that the file is new however long the update takes.
  const time = new Date('2026-01-01T12:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  onTestFinished(() => void vi.useRealTimers())
  await utimes(file, time, time)
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  await writeFile(file, 'walrus two\n')
  await utimes(file, time, time)
  expect(await updateNoteIndex(paths, { embedder: createHashEmbedder() })).toMatchObject({ changed: 1 })
})

test('only the chunks that changed are embedded', async () => {
  const section = (name: string): string => `## ${name}\n\n${`Words about ${name} and nothing else. `.repeat(30)}\n\n`
  const paths = await noteSpace({ 'long.md': ['Ants', 'Bees', 'Cats', 'Dogs'].map(section).join('') })
  const first = await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  expect(first.embedded).toBeGreaterThanOrEqual(4)
  await writeNote(paths, 'long.md', ['Ants', 'Emus', 'Bees', 'Cats'].map(section).join(''))
  const { embedder, texts } = recordingEmbedder()
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ changed: 1 })
  expect(texts.length).toBeLessThan(first.embedded)
  expect(texts.every((text) => text.includes('Emus'))).toBe(true)
  const index = await openIndex(paths)
  expect(await found(index, 'dogs')).toEqual([])
  expect(await found(index, 'emus')).toEqual(['long.md'])
})

test('a renamed or moved note keeps its vectors, and links follow', async () => {
  const paths = await noteSpace({ 'a/Moon.md': moon, 'Tides.md': tides })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  await mkdir(join(paths.root, 'b'))
  await rename(join(paths.root, 'a/Moon.md'), join(paths.root, 'b/Moon.md'))
  const { embedder, texts } = recordingEmbedder()
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 1, removed: 1, unchanged: 1, embedded: 0 })
  expect(texts).toEqual([])
  const index = await openIndex(paths)
  expect(await found(index, 'walrus')).toEqual(['b/Moon.md'])
  // Tides itself was not read again.
  expect((await index.graph()).linksFrom('Tides.md')).toEqual(['b/Moon.md'])
  await rm(join(paths.root, 'b/Moon.md'))
  await updateNoteIndex(paths, { embedder })
  expect((await index.graph()).unresolved('Tides.md').map(({ target }) => target)).toEqual(['Moon', 'nowhere'])
  await writeNote(paths, 'other/Luna.md', '---\naliases: [Moon]\n---\nAgain.\n')
  await updateNoteIndex(paths, { embedder })
  expect((await index.graph()).linksFrom('Tides.md')).toEqual(['other/Luna.md'])
})

test('words find every note before the first one is embedded', async () => {
  const paths = await noteSpace(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`n${n}.md`, `walrus ${n}`])))
  const reader = await openIndex(paths)
  const seen: number[] = []
  const inner = createHashEmbedder()
  const embedder = {
    ...inner,
    embed: async (texts: readonly string[]) => {
      seen.push((await found(reader, 'walrus')).length)
      return await inner.embed(texts)
    },
  }
  await updateNoteIndex(paths, { embedder })
  expect(seen[0]).toBe(30)
})

test('without its model the index answers by words, says so, and embeds later', async () => {
  const paths = await noteSpace({ 'a.md': tides })
  const cacheDir = join(paths.root, 'a.md')
  const broken = openEmbedder({ cacheDir, model: { dtype: 'fp32' } })
  const update = await updateNoteIndex(paths, { embedder: broken })
  expect(update).toMatchObject({ added: 1, embedded: 0, pending: 1 })
  expect(update.findings.map(({ code }) => code)).toEqual(['EMBEDDINGS_CACHE_NOT_WRITABLE'])
  expect(await found(await openIndex(paths, broken), 'moon')).toEqual(['a.md'])
  const { embedder, texts } = recordingEmbedder({ ...createHashEmbedder({ dimensions: 384 }), modelId: broken.modelId })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ unchanged: 1, embedded: 1, pending: 0 })
  expect(texts).toHaveLength(1)
})

test('an abort while embedding ends at once, and the rest is embedded next time', async () => {
  const notes = Array.from({ length: 300 }, (_, n) => [`n${n}.md`, `walrus number ${n}`] as const)
  const paths = await noteSpace(Object.fromEntries(notes))
  const stop = new AbortController()
  const inner = createHashEmbedder()
  let calls = 0
  const embedder = {
    ...inner,
    embed: async (texts: readonly string[]) => {
      calls += 1
      if (calls === 2) stop.abort(new Error('enough'))
      stop.signal.throwIfAborted()
      return await inner.embed(texts)
    },
  }
  await expect(updateNoteIndex(paths, { embedder, signal: stop.signal })).rejects.toThrow('enough')
  const index = await openIndex(paths)
  const pending = (await index.chunks.pending()).size
  expect(pending).toBeGreaterThan(0)
  expect(pending).toBeLessThan(300)
  const recording = recordingEmbedder()
  expect(await updateNoteIndex(paths, { embedder: recording.embedder })).toMatchObject({
    added: 0,
    unchanged: 300,
    pending: 0,
  })
  expect(recording.texts).toHaveLength(pending)
})

test('a full update reads and embeds everything again, and words find all meanwhile', async () => {
  const paths = await noteSpace({ 'a.md': tides, 'b.md': moon })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const index = await openIndex(paths)
  const { embedder, texts } = recordingEmbedder()
  expect(await updateNoteIndex(paths, { embedder, full: true })).toMatchObject({ added: 0, changed: 2, embedded: 2 })
  expect(texts).toHaveLength(2)
  expect(await found(index, 'walrus')).toEqual(['b.md'])
  expect((await index.graph()).notes.size).toBe(2)
})

test('another model embeds everything again while the texts still answer', async () => {
  const paths = await noteSpace({ 'a.md': tides, 'b.md': moon })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const inner = createHashEmbedder({ dimensions: 32 })
  const seen: (readonly string[])[] = []
  const embedder = {
    ...inner,
    embed: async (texts: readonly string[]) => {
      seen.push(await found(await openIndex(paths, inner), 'walrus'))
      return await inner.embed(texts)
    },
  }
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 0, changed: 0, unchanged: 2, embedded: 2 })
  expect(seen).toEqual([['b.md']])
})

test('a text to which the model gives no usable vector is found by words and stops no other', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.md': 'penguin', 'c.md': 'seal' })
  const inner = createHashEmbedder()
  const bad = { penguin: Number.NaN, seal: 0 } as const
  const embedder: Embedder = {
    ...inner,
    embed: async (texts, options) =>
      (await inner.embed(texts, options)).map((vector, at) => {
        const [, number] = Object.entries(bad).find(([word]) => texts[at]?.includes(word)) ?? []
        return number === undefined ? vector : vector.map(() => number)
      }),
  }
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 3, pending: 2 })
  await using memory = await openMemory(paths, { embedder })
  for (const [word, path] of [
    ['penguin', 'b.md'],
    ['seal', 'c.md'],
  ] as const) {
    const { hits, remarks } = await memory.search(word, { limit: 1 })
    expect(hits).toMatchObject([{ path, tier: 'tier2_warm' }])
    expect(remarks).toEqual([expect.stringContaining('Only words were searched')])
  }
})

test('anyone who waits for another update is told so, and nobody else', async () => {
  const paths = await noteSpace({ 'a.md': tides })
  const stages: string[] = []
  const waits = Promise.withResolvers<void>()
  const onProgress = ({ stage }: { readonly stage: string }): void => {
    stages.push(stage)
    if (stage === 'wait') waits.resolve()
  }
  const embedder = createHashEmbedder()
  let waiting: Promise<unknown> | undefined
  await withLock(noteIndexPlace(paths).updateLock, async () => {
    waiting = updateNoteIndex(paths, { embedder, onProgress })
    await waits.promise
  })
  await waiting
  expect(stages.filter((stage) => stage === 'wait')).toEqual(['wait'])
  expect(stages.at(-1)).toBe('embed')
  stages.length = 0
  await updateNoteIndex(paths, { embedder, onProgress })
  expect(stages).not.toContain('wait')
})
