import type { Finding } from '@datacortex/errors'
import type { NoteLocations } from '@datacortex/notes'
import { locatedPlace } from './located-place.ts'

/** Where notes go, relative to the root of the space, without `/` at the end. */
export type KnowledgeFolders = { readonly literature: string; readonly zettel: string }

/**
 * The folders for notes of a space: those of the registry's knowledge locations, else those of DIP-0021 §4.1.
 * @example knowledgeFolders('1-acme').zettel // '1-acme/3-knowledge/zettel'
 */
export function knowledgeFolders(space: string, locations: NoteLocations = {}): KnowledgeFolders {
  const place = (names: readonly string[]): string =>
    locatedPlace(names, { space, locations }).path ?? `${space}/3-knowledge/${names[0]}`
  return { literature: place(literatureNames), zettel: place(zettelNames) }
}

/**
 * Locations of notes that lie outside of the space, so that {@link knowledgeFolders} does not use them.
 * @example ignoredFolders('0-personal', { personal: { zettel: '9-else/zettel' } })[0]?.code // 'KNOWLEDGE_LOCATION_IGNORED'
 */
export function ignoredFolders(space: string, locations: NoteLocations = {}): readonly Finding[] {
  return [literatureNames, zettelNames].flatMap((names) => locatedPlace(names, { space, locations }).ignored)
}

const literatureNames = ['literature']
const zettelNames = ['zettel', 'zettels']
