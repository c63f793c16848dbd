import type { NoteLocations } from '@datacortex/memory'

/** Where notes go, relative to the root of the space, without `/` at the end. */
export type KnowledgeFolders = { readonly literature: string; readonly zettel: string }

/**
 * The folders for notes of a space: those of the registry's knowledge locations, else those of DIP-0021 §4.1.
 *
 * @param space - Folder such as `0-personal`.
 * @param locations - `knowledge_locations` of agents.yaml.
 * @example knowledgeFolders('1-acme').zettel // '1-acme/3-knowledge/zettel'
 */
export function knowledgeFolders(space: string, locations: NoteLocations = {}): KnowledgeFolders {
  const place = (names: readonly string[]): string => {
    for (const places of [locations.personal, locations.org])
      for (const [name, path] of Object.entries(places ?? {})) {
        const folder = path.replaceAll('{space}', () => space).replaceAll(/^(?:\.?\/)+|\/+$/g, '')
        if (names.includes(name.toLowerCase()) && folder.startsWith(`${space}/`)) return folder
      }
    return `${space}/3-knowledge/${names[0]}`
  }
  return { literature: place(['literature']), zettel: place(['zettel', 'zettels']) }
}
