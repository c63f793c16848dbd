import { isBaseFile, isCanvasFile } from '../files/is-note-file.ts'
import type { Note } from '../note.ts'
import { isoDate } from './note-fields.ts'

/** Where agents read and write (DIP-0016 §12), as `agents.yaml` has it: names to paths, `{space}` for a folder. */
export type NoteLocations = {
  readonly personal?: Readonly<Record<string, string>> | undefined
  readonly org?: Readonly<Record<string, string>> | undefined
  /** Folder of daily notes of an Obsidian vault; what the places of the registry say counts before it. */
  readonly daily?: string | undefined
}

/**
 * The space that a note belongs to and the type that its place gives it; a canvas is one everywhere.
 * @example notePlace('1-acme/journal/2026-01-05.md') // { space: '1-acme', type: 'journal' }
 */
export function notePlace(path: string, locations: NoteLocations = {}): Pick<Note, 'space' | 'type'> {
  const first = path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
  const space = /^\d+-/.test(first) ? first : ''
  if (isCanvasFile(path)) return { space, type: 'canvas' }
  if (isBaseFile(path)) return { space, type: 'base' }
  for (const { personal, org } of [locations, standard])
    for (const places of [personal, org])
      for (const [name, place] of Object.entries(places ?? {})) {
        const type = types.get(name.toLowerCase())
        if (type !== undefined && lies(path, place, space)) return { space, type }
      }
  if (isDaily(path, locations.daily)) return { space, type: 'journal' }
  return { space, type: /\.org$/i.test(path) ? 'org' : 'note' }
}

/** In the folder of Logseq or the one in Obsidian's settings, or by a name that is nothing but a day, also as Dendron has it. */
function isDaily(path: string, folder: string | undefined): boolean {
  if (path.startsWith('journals/') || (folder !== undefined && lies(path, folder, ''))) return true
  const [, day] = /(?:^|\/)(?:[^/]*\.journal\.)?(\d{4}([-_.])\d\d\2\d\d)\.[^./]+$/.exec(path) ?? []
  return isoDate(day) !== undefined
}

function lies(path: string, place: string, space: string): boolean {
  if (place.includes('{space}') && space === '') return false
  const folder = place
    .replaceAll('{space}', space)
    .normalize('NFC')
    .replaceAll(/^(?:\.?\/)+|\/+$/g, '')
  return folder !== '' && (path === folder || path.startsWith(`${folder}/`))
}

const types = new Map([
  ['journal', 'journal'],
  ['journals', 'journal'],
  ['zettel', 'zettel'],
  ['zettels', 'zettel'],
  ['literature', 'literature'],
])

const standard: NoteLocations = {
  personal: {
    journals: '0-personal/notes/journals',
    zettel: '0-personal/notes/2-knowledge/zettel',
    literature: '0-personal/notes/2-knowledge/literature',
  },
  org: {
    journals: '{space}/journal',
    zettel: '{space}/3-knowledge/zettel',
    literature: '{space}/3-knowledge/literature',
  },
}
