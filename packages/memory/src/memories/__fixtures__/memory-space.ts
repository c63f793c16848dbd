import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { type Collection, openCollection } from '@datacortex/vector-store'
import { onTestFinished } from 'vitest'
import { noteFields } from '../../rows/note-rows.ts'
import type { MemoryText, ReadMemoryTexts } from '../memory-text.ts'

/** An empty space of the running test. */
export async function memorySpace(): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'memory-sessions-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true, maxRetries: 3 }))
  return ownPaths(spacePaths(root))
}

/** The collection of notes of a space. */
export async function openNotes(
  paths: SpacePaths,
  { modelId, dimensions }: Pick<Embedder, 'modelId' | 'dimensions'> = createHashEmbedder(),
): Promise<Collection> {
  const collection = await openCollection({
    directory: join(paths.cacheDirectory, 'memory'),
    name: 'notes',
    fields: noteFields,
    modelId,
    dimensions,
  })
  onTestFinished(async () => await collection[Symbol.asyncDispose]())
  return collection
}

/** Something that was remembered, by default at the beginning of 2026. */
export function memoryText(summary: string, more: Partial<MemoryText> = {}): MemoryText {
  const timestamp = '2026-01-05T08:00:00.000Z'
  const id = `mem-${summary.length}-${summary.slice(0, 3).toLowerCase()}`
  return { id, type: 'session-memory', summary, insights: [], tags: [], timestamp, ...more }
}

/** A port that gives these memories. */
export function given(...memories: readonly MemoryText[]): ReadMemoryTexts {
  return async () => await Promise.resolve(memories)
}
