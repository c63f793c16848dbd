import { expect, test } from 'vitest'
import { parseNote } from './parse-note.ts'

const parse = (text: string, path = 'a.md') => parseNote(text, { path, sha256: '' })
const has = (chunks: readonly { readonly text: string }[], word: string) =>
  chunks.some(({ text }) => text.includes(word))

// 50 MB in `pnpm test:long`, the most that is read at all.
const largeLines = process.env['LONG'] === undefined ? 85_000 : 850_000

test('a note of many megabytes is read within bounds, and its first and last words are in chunks', () => {
  const line = 'Some words with a [[Link]], `[[code]]` and #tag in a line.\n'
  const text = `---\ntitle: Large\n---\nfirstword\n${line.repeat(largeLines)}\n\`\`\`\n[[no]]\n\`\`\`\nlastword`
  expect(text.length).toBeGreaterThan(58 * largeLines)
  const note = parse(text)
  expect(note).toMatchObject({ title: 'Large', tags: ['tag'] })
  expect(note.chunks.length).toBeLessThan(6000)
  expect(has(note.chunks, 'firstword')).toBe(true)
  expect(note.chunks.at(-1)).toMatchObject({ text: expect.stringContaining('lastword'), endLine: largeLines + 9 })
  expect(new Set(note.links.map(({ target }) => target))).toEqual(new Set(['Link']))
  expect(note.findings.map(({ code }) => code)).toEqual(['NOTE_READ_BY_LINE', 'NOTE_LINKS_CUT'])
})

test.each([
  ['lines', 'a\n'.repeat(1_000_000)],
  ['empty lines', '\n'.repeat(1_000_000)],
  ['headings', '# a\n'.repeat(1_000_000)],
  ['one line', 'word '.repeat(400_000)],
  ['one word', 'x'.repeat(5_000_000)],
])('a note of a million %s', (_name, start) => {
  const note = parse(`${start}\nlastword`)
  expect(has(note.chunks, 'lastword')).toBe(true)
  expect(note.chunks.length).toBeLessThan(20_000)
})

test.each([
  ['[', '['.repeat(10_000)],
  ['[[', '[[a '.repeat(5000)],
  ['](', '[a]('.repeat(5000)],
  ['*', '*a '.repeat(10_000)],
  ['_', 'a_ '.repeat(10_000)],
  ['`', Array.from({ length: 200 }, (_, n) => '`'.repeat(n)).join('a')],
  ['>', '>'.repeat(10_000)],
  ['- ', '- '.repeat(10_000)],
  ['nested list', Array.from({ length: 200 }, (_, n) => `${' '.repeat(2 * n)}- a`).join('\n')],
  ['<', '<a '.repeat(10_000)],
  ['<!--', '<!-- '.repeat(8000)],
  ['#', '#a '.repeat(10_000)],
  ['#+begin_src', '#+begin_src\n'.repeat(10_000)],
  [':PROPERTIES:', ':PROPERTIES:\n:a: b\n'.repeat(5000)],
  ['---', '---\n'.repeat(10_000)],
])('behind many %s the last word is in a chunk', (_name, start) => {
  for (const path of ['a.md', 'a.org']) {
    const note = parse(`${start}\n\nlastword`, path)
    expect(has(note.chunks, 'lastword')).toBe(true)
  }
})

test('a large note with Windows line ends has its headings', () => {
  const { title, chunks } = parse(`# Top #\r\n\r\n${'words\r\n'.repeat(11_000)}\r\n## Last\r\n\r\nlastword\r\n`)
  expect(title).toBe('Top')
  expect(chunks.at(-1)).toMatchObject({ headings: ['Top', 'Last'], text: 'lastword' })
})

test('what each chunk is stored with is short, however long the note has it', () => {
  const body = 'Some words.\n\n'.repeat(30_000)
  const long = 'w'.repeat(30_000)
  const tags = Array.from({ length: 9000 }, (_, index) => `t${index}/a/b`)
  const note = parse(
    `---\ntitle: "a ${long}"\ntype: ${long}\ntags: [${tags.join(', ')}, last]\n---\n#${long} #b\n\n${body}`,
  )
  expect(note.title).toHaveLength(300)
  expect(note.type).toBe('note')
  expect(note.tags.slice(0, 2)).toEqual(['t0/a/b', 't1/a/b'])
  const { chunks } = note
  expect(note.tags.length * 3 * chunks.length).toBeGreaterThan(1_900_000)
  expect(note.tags.length * 3 * chunks.length).toBeLessThanOrEqual(2_000_000)
  expect(note.findings).toContainEqual({
    code: 'NOTE_TAGS_CUT',
    severity: 'info',
    subject: 'a.md',
    message: `The note is too long for so many tags; its first ${note.tags.length} find it.`,
  })
  expect(parse(`#${long} #b #${'c'.repeat(200)}\n`).tags).toEqual(['b', 'c'.repeat(200)])
})
