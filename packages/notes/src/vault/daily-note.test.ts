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

const logseq = (settings: string): string => `{;; :default-templates {:journals "Other"}\n ${settings}}`
const templates = `- A page of templates
\t- template:: Day
\t  template-including-parent:: false
\t\t- ## Plan of <% today %> <%time%>
\t\t  id:: 1
\t\t\t- after <%yesterday%> before <% Tomorrow %>, <% next friday %>
\t- template:: Other
\t\t- never
`

test('a journal of Logseq begins with its default template, whose dates in words stay text', async () => {
  const { root } = await temporaryNotes({
    'logseq/config.edn': logseq(':journals-directory "days"\n :default-templates {:journals "Day"}'),
    'pages/a.md': '- template:: Days\n  - wrong\n',
    'pages/Templates.md': templates,
  })
  expect(await dailyNote(root, { day })).toEqual({
    path: 'days/2026_01_31.md',
    text: '- ## Plan of [[Jan 31st, 2026]] 09:05\n\t- after [[Jan 30th, 2026]] before [[Feb 1st, 2026]], <% next friday %>\n',
    remarks: ['The template has dates in words, which stay as text.'],
  })
})

test('a template of Logseq comes with the block that has its name, unless it says otherwise', async () => {
  const settings = ':journal/page-title-format "EEEE, dd.MM.yy" :default-templates {:journals "day"}'
  const { root } = await temporaryNotes({
    'logseq/config.edn': logseq(settings),
    'pages/b.md': '- Today is <% current page %>\n  template:: day\n  - one\n- two\n',
  })
  const { text } = await dailyNote(root, { day })
  expect(text).toBe('- Today is [[Saturday, 31.01.26]]\n  - one\n')
})

test('a template of Logseq that no page has is said', async () => {
  const { root } = await temporaryNotes({ 'logseq/config.edn': logseq(':default-templates {:journals "Day"}') })
  expect((await dailyNote(root, { day })).remarks).toEqual(['No page has a block with template:: Day.'])
})

const schema = `schemas:
  - {id: daily, parent: root, children: [journal]}
  - {id: journal, children: [year]}
  - {id: year, pattern: '[0-2][0-9][0-9][0-9]', children: [month]}
  - {id: month, pattern: '[0-1][0-9]', children: [day]}
  - {id: day, pattern: '[0-3][0-9]', template: {id: templates.day, type: note}}
`

test('a daily journal of Dendron lies by its settings, and begins with the template of its schema', async () => {
  const { root } = await temporaryNotes({
    'dendron.yml': 'workspace:\n  vaults: [{fsPath: ./garden, selfContained: true}]\n',
    'garden/notes/daily.schema.yml': schema,
    'garden/notes/templates.day.md': '---\nid: t\n---\n\n# {{ CURRENT_YEAR }}-{{CURRENT_MONTH}} {{FNAME}}\n{{#if x}}\n',
  })
  expect(await dailyNote(root, { day })).toEqual({
    path: 'garden/notes/daily.journal.2026.01.31.md',
    text: `---\nid: daily.journal.2026.01.31\ntitle: 2026-01-31\ncreated: ${day.getTime()}\nupdated: ${day.getTime()}\n---\n\n# 2026-01 daily.journal.2026.01.31\n{{#if x}}\n`,
    remarks: ['The template has helpers of Handlebars, which stay as text.'],
  })
})

test.each([
  ['{}', 'vault/daily.journal.2026.01.31.md', []],
  ['workspace: [broken', 'vault/daily.journal.2026.01.31.md', []],
  [
    'workspace: {vaults: [{fsPath: .}], journal: {dailyDomain: me, name: day, dateFormat: yyyy-MM-dd}}',
    'me.day.2026-01-31.md',
    [],
  ],
])('Dendron with %s has it at %s', async (settings, path, remarks) => {
  const { root } = await temporaryNotes({ 'dendron.yml': settings })
  expect(await dailyNote(root, { day })).toMatchObject({ path, remarks })
})

test('a schema of Dendron that names a file elsewhere gets nothing from there', async () => {
  const { root } = await temporaryNotes({
    'dendron.yml': '{}',
    'vault/daily.schema.yml': schema.replace('templates.day', '../secret'),
    'secret.md': 'secret',
  })
  const made = await dailyNote(root, { day })
  expect(made.text).not.toContain('secret')
  expect(made.remarks).toEqual(['The template ../secret is not there, or lies elsewhere.'])
})
