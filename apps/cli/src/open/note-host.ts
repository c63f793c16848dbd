import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import type { NoteLocations } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { openModel } from './model.ts'

/** What the memory of a space needs from its host: the model of its settings, and the places its registry names. */
export type NoteHost = AsyncDisposable & { readonly embedder: Embedder; readonly locations: NoteLocations }

/**
 * Wires settings, model and registry together for the notes of a space. Loads no model.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 * @example await using host = await openNoteHost(paths, context)
 */
export async function openNoteHost(paths: SpacePaths, context: Context): Promise<NoteHost> {
  const { embeddings } = await readSettings(paths)
  const open = context.openModel ?? openModel
  const [embedder, locations] = await Promise.all([open(embeddings, context.onProgress), knowledgePlaces(paths)])
  return { embedder, locations, [Symbol.asyncDispose]: async () => await embedder[Symbol.asyncDispose]() }
}

/**
 * Where the registry says that notes of a kind lie; nothing if it can't be read.
 *
 * @param paths - Of the space.
 */
export async function knowledgePlaces(paths: SpacePaths): Promise<NoteLocations> {
  const { readRegistry } = await import('@datacortex/registry')
  try {
    const { personal, org } = (await readRegistry(paths)).knowledgeLocations
    return { personal, org }
  } catch (error) {
    // A broken registry is for `doctor` to tell; notes can be read without it.
    if (!CodedError.is(error)) throw error
    return {}
  }
}
