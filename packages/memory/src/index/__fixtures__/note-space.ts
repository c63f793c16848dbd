import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { onTestFinished } from 'vitest'
import { type NoteIndex, openNoteIndex } from '../open-note-index.ts'

/** Where it is said what is undone at the end: of the running test, or of a file whose tests share it. */
export type AtEnd = (undo: () => Promise<void>) => void

/** A space of the running test with some notes: path to text. */
export async function noteSpace(
  notes: Readonly<Record<string, string>> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<SpacePaths> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'memory-index-')))
  atEnd(async () => await rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const paths = ownPaths((await createSpace(root)).paths)
  for (const [path, text] of Object.entries(notes)) await writeNote(paths, path, text)
  return paths
}

let clock = Date.parse('2025-01-01')

/** Writes a note that looks as if it had been written long ago, each one later than those before. */
export async function writeNote({ root }: SpacePaths, path: string, text: string): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  clock += 1000
  await utimes(file, clock / 1000, clock / 1000)
}

/** The index of a space, closed after the test. */
export async function openIndex(
  paths: SpacePaths,
  model: Embedder = createHashEmbedder(),
  atEnd: AtEnd = onTestFinished,
): Promise<NoteIndex> {
  const index = await openNoteIndex(paths, model)
  atEnd(async () => await index[Symbol.asyncDispose]())
  return index
}

/** A small embedder that notes which texts it got. */
export function recordingEmbedder(inner: Embedder = createHashEmbedder()): { embedder: Embedder; texts: string[] } {
  const texts: string[] = []
  const embedder: Embedder = {
    modelId: inner.modelId,
    dimensions: inner.dimensions,
    embed: async (wanted, options) => {
      texts.push(...wanted)
      return await inner.embed(wanted, options)
    },
    [Symbol.asyncDispose]: async () => await inner[Symbol.asyncDispose](),
  }
  return { embedder, texts }
}

/** Paths of the notes that words find, in the order of the hits, each once. */
export async function found({ chunks }: NoteIndex, words: string): Promise<readonly string[]> {
  const hits = await chunks.searchText(words, { limit: 50 })
  return [...new Set(hits.map((hit) => String(hit.fields['path'])))]
}
