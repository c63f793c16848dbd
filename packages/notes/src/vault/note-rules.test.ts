import { temporaryNotes } from '../__fixtures__/temporary-notes.ts'
import { expect, test } from 'vitest'
import { readNoteRules, scanWantedNotes } from './note-rules.ts'

const notes = {
  'a.md': '',
  'Templates/Daily.md': '',
  'Meta/templater/Book.md': '',
  'archive/2019/x.md': '',
  'Drafts/y.md': '',
  'b.draft.md': '',
}

const vault = {
  '.obsidian/templates.json': '{"folder": "/Templates/"}',
  '.obsidian/plugins/templater-obsidian/data.json': '{"templates_folder": "Meta/templater", "x": 1}',
  '.obsidian/app.json': '{"userIgnoreFilters": ["Archive/", "/^(a+)+$/", 7, ""]}',
}

async function wanted(files: Readonly<Record<string, string>>, settings?: string): Promise<readonly string[]> {
  const own = settings === undefined ? {} : { '.datacore/settings.yaml': settings }
  const paths = await temporaryNotes({ ...notes, ...files, ...own })
  const entries = await Array.fromAsync(scanWantedNotes(paths))
  return entries.map(({ path }) => path)
}

test('templates and what Obsidian excludes stay out, without case', async () => {
  expect(await wanted(vault)).toEqual(['a.md', 'b.draft.md', 'Drafts/y.md'])
})

test('the settings say what else, and can take in what Obsidian excludes', async () => {
  expect(await wanted(vault, 'index: {ignore: [Drafts, "*.draft.md"]}\n')).toEqual(['a.md'])
  const all = await wanted(vault, 'index: {obsidian_exclusions: false}\n')
  expect(all.toSorted()).toEqual(Object.keys(notes).toSorted())
})

test.each(['{"folder":', '[]', '{"folder": 7}', '{"folder": "/"}', '{"folder": ""}', 'null'])(
  '%s leaves nothing out',
  async (text) => {
    expect(await wanted({ '.obsidian/templates.json': text, '.obsidian/app.json': text })).toHaveLength(6)
  },
)

test('a regular expression is named and not run', async () => {
  expect((await readNoteRules(await temporaryNotes(vault))).unfollowed).toEqual(['/^(a+)+$/'])
})
