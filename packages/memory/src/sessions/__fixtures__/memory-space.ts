import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { type Collection, openCollection } from '@datacortex/vector-store'
import { onTestFinished } from 'vitest'
import { noteFields } from '../../rows/note-rows.ts'

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

/** A clock that goes on by a second each time it is read. */
export function tickingClock(start: string): () => Date {
  let time = Date.parse(start)
  return () => {
    time += 1000
    return new Date(time)
  }
}
