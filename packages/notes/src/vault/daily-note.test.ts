import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryNotes } from '../__fixtures__/temporary-notes.ts'
import { dailyNote } from './daily-note.ts'
import { momentFormat } from './moment-format.ts'

const day = new Date(2026, 0, 31, 9, 5, 7)

test.each([
  ['YYYY-MM-DD', '2026-01-31'],
  ['YYYY/MM-MMMM/DD dddd', '2026/01-January/31 Saturday'],
  ['[Day] Do MMM YY, ddd', 'Day 31st Jan 26, Sat'],
  ['GGGG-[W]WW Q DDDD', '2026-W05 1 031'],
  ['H:mm:ss hh A', '9:05:07 09 AM'],
  ['M.D.', '1.31.'],
])('%s is %s', (format, text) => {
  expect(momentFormat(day, format)).toBe(text)
})

const template =
  '---\ntags: [daily]\n---\n# {{title}}\n{{date:dddd}} {{time}} {{ date }} {{yesterday}} {{tomorrow:DD.MM.}}\n<% tp.file.cursor() %>\n{{other}}\n'
const filled =
  '---\ntags: [daily]\n---\n# 2026-01-31\nSaturday 09:05 2026-01-31 2026-01-30 01.02.\n<% tp.file.cursor() %>\n{{other}}\n'

test('by the daily notes of Obsidian, from the template, whose code stays text', async () => {
  const { root } = await temporaryNotes({
    '.obsidian/daily-notes.json': '{"folder":"/daily/","format":"YYYY/YYYY-MM-DD","template":"Templates/Day"}',
    'Templates/Day.md': template,
  })
  expect(await dailyNote(root, { day })).toEqual({
    path: 'daily/2026/2026-01-31.md',
    text: filled,
    remarks: ['The template has code of Templater, which stays as text.'],
  })
})

test.each([
  [{ '.obsidian/app.json': '{}' }, '2026-01-31.md'],
  [{ '.obsidian/daily-notes.json': '{"folder":' }, '2026-01-31.md'],
  [
    {
      '.obsidian/plugins/periodic-notes/data.json': '{"daily":{"enabled":true,"folder":"p","format":"DD"}}',
      '.obsidian/daily-notes.json': '{"folder":"d"}',
    },
    'p/31.md',
  ],
  [
    {
      '.obsidian/plugins/periodic-notes/data.json': '{"daily":{"enabled":false,"folder":"p"}}',
      '.obsidian/daily-notes.json': '{"folder":"d"}',
    },
    'd/2026-01-31.md',
  ],
  [{ 'logseq/config.edn': '{:meta/version 1}' }, 'journals/2026_01_31.md'],
  [
    { 'logseq/config.edn': '{;; :journal/file-name-format "x"\n :journal/file-name-format "yyyy-MM-dd"}' },
    'journals/2026-01-31.md',
  ],
  [{ '0-personal/a.md': '' }, '0-personal/notes/journals/2026-01-31.md'],
  [{ 'daily/a.md': '' }, 'daily/2026-01-31.md'],
  [{}, '2026-01-31.md'],
])('in %j it is %s', async (files, path) => {
  const { root } = await temporaryNotes(files)
  expect(await dailyNote(root, { day })).toEqual({ path, text: '', remarks: [] })
})

test('a template that is not there, or leads out of the vault, is told', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'elsewhere-'))
  await writeFile(join(outside, 'secret.md'), 'secret')
  for (const place of ['Nowhere', `../${outside.split('/').at(-1)}/secret`, 'link']) {
    const { root } = await temporaryNotes({ '.obsidian/daily-notes.json': JSON.stringify({ template: place }) })
    await symlink(join(outside, 'secret.md'), join(root, 'link.md'))
    expect(await dailyNote(root, { day })).toMatchObject({
      text: '',
      remarks: [expect.stringContaining('is not there')],
    })
  }
})
