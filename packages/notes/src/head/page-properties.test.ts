import { expect, test } from 'vitest'
import { readPageProperties } from './page-properties.ts'
import { parseNote } from '../parse-note.ts'

const parse = (text: string, path = 'Bee.md') => parseNote(text, { path, sha256: 'hash' })
const nothing = { title: undefined, tags: [], aliases: [] }

test.each([
  ['', nothing],
  ['title::\ntags:: \nalias:: ,\n', nothing],
  ['\n\ntype:: book\nTitle:: A  page\n', { ...nothing, title: 'A page' }],
  [
    'alias:: "One", two words,, [[Three, four]]five',
    { ...nothing, aliases: ['One', 'two words', 'Three, four', 'five'] },
  ],
  ['tags:: [[a]] [[b c]]#d, 2026, #[[e f]], two words', { ...nothing, tags: ['a', 'b c', 'd', 'e f', 'two words'] }],
  ['tags:: a\n\nalias:: late', { ...nothing, tags: ['a'] }],
  ['http://a.example\ntags:: a', nothing],
  ['std::vector\ntags:: a', nothing],
])('of %j the properties are read', (body, properties) => {
  const { end: _, ...read } = readPageProperties(body)
  expect(read).toEqual(properties)
})

test.each(['[[', 'a:: b\n', '#[[x', ' ', ':'])('behind very many %j the next property is read', (part) => {
  const body = `${`tags:: ${part.repeat(10_000)}`.trimEnd()}\ntitle:: Last`
  expect(readPageProperties(body).title).toBe('Last')
})

test('tags of several words, as in Logseq', () => {
  const text =
    '#[[Multi  word tag]] ([[x]] #[[a/b c]]) #[[2026]] x#[[no]] `#[[code]]` #[[c|d]] #plain\n#[[multi word tag]]'
  expect(parse(text).tags).toEqual(['plain', 'multi word tag', 'a/b c'])
  expect(parse('(#[[a/b c]])').tags).toEqual(['a/b c'])
  expect(parse('#[[Multi word]]').links.map(({ target }) => target)).toEqual(['Multi word'])
})

test('properties at the head of a page give title, tags and aliases, and stay in the text', () => {
  const text = 'title:: The bees\nalias:: Apis, [[honey, bee]]\ntags:: x, [[y z]], #one #two\n\n- # Heading\n'
  const note = parse(text)
  expect(note).toMatchObject({
    title: 'The bees',
    aliases: ['The bees', 'Apis', 'honey, bee'],
    tags: ['x', 'y z', 'one', 'two'],
    links: [{ target: 'honey, bee' }, { target: 'y z' }],
  })
  expect(note.chunks[0]?.text).toContain('alias:: Apis')
  expect(parse('title:: Project/Sub\n', 'pages/Project___Sub.md')).toMatchObject({ title: 'Project/Sub', aliases: [] })
})

test('front matter counts more than properties, and fields further down mean nothing', () => {
  const properties = 'title:: Page\r\ntags:: page\r\nalias:: P\r\n'
  expect(parse(`---\r\ntitle: Yaml\r\ntags: [yaml]\r\n---\r\n${properties}`)).toMatchObject({
    title: 'Yaml',
    tags: ['yaml'],
    aliases: ['P'],
  })
  for (const before of ['Text.\n', '# Bees\n', '- ', 'a b:: c\n', 'mood::good\n', '> '])
    expect(parse(`${before}${properties}`)).toMatchObject({ tags: [], aliases: [] })
})
