import type { Embedder } from '@datacortex/embeddings'
import { ifCoded } from '@datacortex/errors'
import type { ReadMemoryTexts } from '@datacortex/memory'
import type { NoteLocations } from '@datacortex/notes'
import { type SpacePaths, readSettings } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** What the memory of a space needs from its host: the model of its settings, and the places its registry names. */
export type NoteSetup = AsyncDisposable & {
  readonly embedder: Embedder
  readonly locations: NoteLocations
  readonly memories: ReadMemoryTexts
}

/** Wires settings, model and registry together for the notes of a space. Loads no model. */
export async function openNoteSetup(work: Work): Promise<NoteSetup> {
  const { paths, openModel } = work
  const { embeddings } = await readSettings(paths)
  const [embedder, locations] = await Promise.all([openModel(embeddings, work.onProgress), knowledgePlaces(paths)])
  const memories = sharedMemories(paths)
  return { embedder, locations, memories, [Symbol.asyncDispose]: async () => await embedder[Symbol.asyncDispose]() }
}

/** The memories that hold and everybody may be shown, read anew when a mind was written to. */
export function sharedMemories(paths: SpacePaths): ReadMemoryTexts {
  let kept: { readonly version: string; readonly memories: Awaited<ReturnType<ReadMemoryTexts>> } | undefined
  return async () => {
    const [{ isGiven, readMemories }, { spaceVersions }] = await Promise.all([
      import('@datacortex/cognition'),
      import('@datacortex/memory'),
    ])
    const version = await spaceVersions(paths).index()
    if (kept?.version !== version) {
      const { memories } = await readMemories(paths)
      kept = { version, memories: memories.filter((one) => isGiven(one) && one.visibility !== 'private') }
    }
    return kept.memories
  }
}

/** Where the registry says that notes of a kind lie; nothing if it can't be read. */
export async function knowledgePlaces(paths: SpacePaths): Promise<NoteLocations> {
  const { readRegistry } = await import('@datacortex/registry/read')
  // A broken registry is for `doctor` to tell; notes can be read without it.
  const { personal, org } = (await readRegistry(paths).catch(ifCoded(undefined)))?.knowledgeLocations ?? {}
  return { personal, org }
}
