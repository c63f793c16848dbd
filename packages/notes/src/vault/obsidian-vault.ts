import { join } from 'node:path'
import { type SpacePaths, jsonOf, readTextFile, recordOf } from '@datacortex/platform'
import type { NoteLocations } from '../head/note-place.ts'

/** Reads Obsidian's settings of a vault. Absent and broken files say nothing. */
export async function readObsidianVault(root: string) {
  const settings = async (name: string): Promise<Readonly<Record<string, unknown>>> =>
    await readRecord(join(root, '.obsidian', name))
  const [app, templates, templater, daily] = await Promise.all([
    settings('app.json'),
    settings('templates.json'),
    settings('plugins/templater-obsidian/data.json'),
    settings('daily-notes.json'),
  ])
  const filters = texts(app['userIgnoreFilters'])
  return {
    /** Folders of templates, also of Templater. */
    templates: [...new Set([...folders(templates['folder']), ...folders(templater['templates_folder'])])],
    /** Beginnings of paths that Obsidian excludes; a folder ends with `/`. */
    excluded: filters.filter((filter) => !isPattern(filter)),
    /** Excluding patterns between slashes: they are JavaScript, and one could take for ever. */
    patterns: filters.filter(isPattern),
    daily: folders(daily['folder'])[0],
  }
}

function isPattern(filter: string): boolean {
  return filter.length > 2 && filter.startsWith('/') && filter.endsWith('/')
}

/** The root is no folder of its own: as one of templates it would be everything. */
function folders(value: unknown): readonly string[] {
  return texts([value]).flatMap((text) => {
    const folder = text.replaceAll(/^(?:\.?\/)+|\/+$/g, '')
    return folder === '' || folder === '.' ? [] : [folder]
  })
}

function texts(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  return all.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim().normalize('NFC')] : []))
}

/** A file of settings; empty if it is absent or broken. */
export async function readRecord(file: string): Promise<Readonly<Record<string, unknown>>> {
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  return read.ok ? recordOf(jsonOf(read.text)) : {}
}

/**
 * Places that give notes a type, with the folder of daily notes in Obsidian's settings.
 * @example await withDailyNotes(paths, locations)
 */
export async function withDailyNotes(paths: SpacePaths, locations: NoteLocations = {}): Promise<NoteLocations> {
  const { daily } = await readObsidianVault(paths.root)
  return daily === undefined ? locations : { ...locations, daily }
}
