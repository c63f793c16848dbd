import { mkdir, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { found, noteSpace, openIndex, writeNote } from './__fixtures__/note-space.ts'
import { startChild } from './__fixtures__/start-child.ts'
import { noteModels } from './open-chunks.ts'
import { type NoteIndexUpdate, updateNoteIndex } from './update-note-index.ts'
import { type NoteWatcher, type WatchNotesOptions, watchNotes } from './watch-notes.ts'

async function watching(
  paths: Parameters<typeof watchNotes>[0],
  options: Partial<WatchNotesOptions> = {},
): Promise<{ watcher: NoteWatcher; updates: NoteIndexUpdate[]; errors: unknown[] }> {
  const updates: NoteIndexUpdate[] = []
  const errors: unknown[] = []
  const watcher = await watchNotes(paths, {
    embedder: createHashEmbedder(),
    quietMs: 50,
    onUpdate: (update) => void updates.push(update),
    onError: (error) => void errors.push(error),
    ...options,
  })
  onTestFinished(async () => await watcher[Symbol.asyncDispose]())
  await expect.poll(() => updates.length).toBeGreaterThan(0)
  return { watcher, updates, errors }
}

/** Of the folders and files whose changes the system tells this process. */
async function watchedInodes(): Promise<ReadonlySet<number>> {
  const folder = '/proc/self/fdinfo'
  const texts = await Promise.all(
    (await readdir(folder)).map(async (name) => await readFile(join(folder, name), 'utf8').catch(() => '')),
  )
  return new Set([...texts.join('').matchAll(/^inotify .*?ino:([0-9a-f]+)/gm)].map(([, ino = '']) => parseInt(ino, 16)))
}

test('keeps up with new, changed, renamed and deleted notes and folders', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const { updates, errors } = await watching(paths)
  expect(updates[0]).toMatchObject({ added: 1 })
  const index = await openIndex(paths)
  await mkdir(join(paths.root, 'deep/er'), { recursive: true })
  await writeFile(join(paths.root, 'deep/er/b.md'), 'a narwhal')
  await expect.poll(async () => await found(index, 'narwhal')).toEqual(['deep/er/b.md'])
  await writeFile(join(paths.root, 'deep/er/b.md'), 'a beluga')
  await expect.poll(async () => await found(index, 'beluga')).toEqual(['deep/er/b.md'])
  expect(await found(index, 'narwhal')).toEqual([])
  await rename(join(paths.root, 'deep'), join(paths.root, 'shallow'))
  await expect.poll(async () => await found(index, 'beluga')).toEqual(['shallow/er/b.md'])
  await rm(join(paths.root, 'a.md'))
  await expect.poll(async () => await found(index, 'walrus')).toEqual([])
  // An editor that replaces the file.
  await writeFile(join(paths.root, 'shallow/er/.b.tmp'), 'an orca')
  await rename(join(paths.root, 'shallow/er/.b.tmp'), join(paths.root, 'shallow/er/b.md'))
  await expect.poll(async () => await found(index, 'orca')).toEqual(['shallow/er/b.md'])
  expect(errors).toEqual([])
})

test('a burst of changes while an update goes on is one update more', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const inner = createHashEmbedder()
  const { promise: written, resolve } = Promise.withResolvers<void>()
  const embed: Embedder['embed'] = async (texts, options) => {
    await written
    return await inner.embed(texts, options)
  }
  const updates: NoteIndexUpdate[] = []
  await using _watcher = await watchNotes(paths, {
    embedder: { ...inner, embed },
    quietMs: 0,
    onUpdate: (update) => void updates.push(update),
  })
  const index = await openIndex(paths)
  await expect.poll(async () => (await index.chunks.pending()).size).toBe(1)
  await mkdir(join(paths.root, 'many'))
  for (let n = 0; n < 200; n += 1) await writeFile(join(paths.root, `many/n${n}.md`), `narwhal ${n}`)
  resolve()
  await expect.poll(() => updates.map(({ added }) => added)).toEqual([1, 200])
  // The mark comes behind all that was told of the burst.
  await writeFile(join(paths.root, '.mark.tmp'), 'beluga')
  await rename(join(paths.root, '.mark.tmp'), join(paths.root, 'mark.md'))
  await expect.poll(async () => await found(index, 'beluga')).toEqual(['mark.md'])
  await expect.poll(() => updates.map(({ added }) => added)).toEqual([1, 200, 1])
})

test.runIf(process.platform === 'linux')('what a link leads to is not watched, but the root may be one', async () => {
  const outside = await noteSpace({ 'far.md': 'narwhal' })
  const inside = await noteSpace({ 'notes/a.md': 'walrus' })
  await symlink(outside.root, join(inside.root, 'notes/link'))
  const root = join(outside.root, 'space')
  await symlink(inside.root, root)
  const paths = ownPaths(spacePaths(root))
  await watching(paths)
  const watched = await watchedInodes()
  const { ino: own } = await stat(join(inside.root, 'notes'))
  const { ino: far } = await stat(outside.root)
  expect([watched.has(own), watched.has(far)]).toEqual([true, false])
  const index = await openIndex(paths)
  await writeFile(join(root, 'notes/b.md'), 'a beluga')
  await expect.poll(async () => await found(index, 'beluga')).toEqual(['notes/b.md'])
})

test('many notes that vanish stay in the index, and watching goes on', async () => {
  const paths = await noteSpace(
    Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`old/n${n}.md`, `walrus ${n}`])),
  )
  const { updates, errors } = await watching(paths)
  await rename(join(paths.root, 'old'), join(paths.root, '.away'))
  const codes = (): readonly string[] => updates.flatMap(({ findings }) => findings.map(({ code }) => code))
  await expect.poll(codes).toContain('MEMORY_MANY_NOTES_GONE')
  await writeNote(paths, 'new.md', 'narwhal')
  const index = await openIndex(paths)
  await expect.poll(async () => await found(index, 'narwhal')).toEqual(['new.md'])
  expect(await found(index, 'walrus')).toHaveLength(12)
  expect(errors).toEqual([])
})

test('what is passed over is told once, and again when something else is', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'Old/b.md': 'seal' })
  await writeFile(paths.settingsFile, 'index: {ignore: [Old]}\n')
  await symlink(join(paths.root, 'a.md'), join(paths.root, 'link.md'))
  const { updates } = await watching(paths)
  expect(updates[0]).toMatchObject({ skipped: [{ path: 'link.md' }], left_out: [{ notes: 1 }] })
  await writeFile(join(paths.root, 'c.md'), 'seal')
  const onlyNew = expect.objectContaining({ added: 1, skipped: [], left_out: [] })
  await expect.poll(() => updates).toContainEqual(onlyNew)
  await symlink(join(paths.root, 'c.md'), join(paths.root, 'other.md'))
  await writeFile(join(paths.root, 'd.md'), 'otter')
  await expect.poll(() => updates.flatMap(({ skipped }) => skipped)).toHaveLength(2)
})

test('a second watcher is told who the first one is; after a kill the place is free', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const child = startChild('watch-in-child.ts', paths.root)
  await child.line((line) => line === 'ready')
  await expect(watchNotes(paths, { embedder: createHashEmbedder() })).rejects.toMatchObject({
    code: 'MEMORY_SPACE_WATCHED',
    message: expect.stringContaining(`watched already by process ${child.process.pid} on `) as string,
  })
  child.process.kill('SIGKILL')
  await child.exit
  const { watcher } = await watching(paths)
  await expect(watchNotes(paths, { embedder: createHashEmbedder() })).rejects.toMatchObject({
    code: 'MEMORY_SPACE_WATCHED',
  })
  await watcher[Symbol.asyncDispose]()
  await watcher.ended
  await watching(paths)
})

test('a process that watches ends by itself when it is told to stop', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const child = startChild('watch-in-child.ts', paths.root)
  await child.line((line) => line.startsWith('{'))
  child.process.stdin?.end()
  expect(await child.exit).toBe(0)
  expect(child.lines).toEqual(expect.arrayContaining(['ready', '{"added":1,"changed":0,"removed":0}', 'ended']))
})

test('an abort in the middle of an update ends it', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const stop = new AbortController()
  const never = {
    ...createHashEmbedder(),
    embed: (_: readonly string[], options: { readonly signal?: AbortSignal | undefined } = {}) =>
      new Promise<never>((_resolve, reject) => {
        const fail = (): void => reject(new Error('stopped'))
        if (options.signal?.aborted === true) fail()
        else options.signal?.addEventListener('abort', fail)
      }),
  }
  const watcher = await watchNotes(paths, { embedder: never, signal: stop.signal })
  const index = await openIndex(paths)
  await expect.poll(async () => await found(index, 'walrus')).toEqual(['a.md'])
  stop.abort()
  await watcher.ended
  expect((await index.chunks.pending()).size).toBe(1)
})

test('a watcher whose space was replaced stops writing', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const { watcher, errors } = await watching(paths)
  const away = `${paths.root}-away`
  await rename(paths.root, away)
  onTestFinished(async () => await rm(away, { recursive: true, force: true }))
  await mkdir(paths.root)
  await writeFile(join(away, 'b.md'), 'narwhal')
  await writeFile(join(paths.root, 'b.md'), 'narwhal')
  await expect(watcher.ended).rejects.toMatchObject({ code: 'MEMORY_WATCH_FAILED' })
  expect(errors).toHaveLength(1)
})

test('a watcher does not undo what another process indexed with another model', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const { watcher, errors } = await watching(paths)
  const embedder = { ...createHashEmbedder({ dimensions: 128 }), modelId: 'another' }
  await updateNoteIndex(paths, { embedder })
  await writeNote(paths, 'b.md', 'narwhal')
  await expect(watcher.ended).rejects.toMatchObject({
    code: 'MEMORY_WATCH_FAILED',
    details: { reason: 'another process has indexed it with another model' },
  })
  expect(errors).toHaveLength(1)
  expect(noteModels(paths)).toEqual({ present: 'another', answering: 'another' })
})

test('an aborted signal starts nothing', async () => {
  const paths = await noteSpace()
  const signal = AbortSignal.abort(new Error('no'))
  await expect(watchNotes(paths, { embedder: createHashEmbedder(), signal })).rejects.toThrow('no')
})
