import { expect, test } from 'vitest'
import { fileName } from './file-name.ts'
import { inlineText } from './inline-text.ts'
import { ignoredFolders, knowledgeFolders } from './knowledge-folders.ts'
import { wikiLink } from './wiki-link.ts'

test.each([
  ['What is "SSRF"?', 'what-is-ssrf'],
  ['../../etc/passwd', 'etc-passwd'],
  ['CON', 'note-k'],
  ['AGENTS', 'note-k'],
  ['…', 'note-k'],
  ['Größe & Maß', 'größe-maß'],
  ['潮'.repeat(200), '潮'.repeat(33)],
  ['long '.repeat(50), 'long-'.repeat(20).slice(0, 99)],
])('%j is the file %j', (title, name) => {
  expect(fileName(title, 'k')).toBe(name)
  expect(Buffer.byteLength(fileName(title, 'k'))).toBeLessThanOrEqual(100)
})

test.each([
  ['# no heading', String.raw`\# no heading`],
  ['a [[link]] #tag 1#2', String.raw`a link \#tag 1#2`],
  ['by [[Smith 2019|him]], ![[b.png]] and [[a#b]]', 'by him, b.png and a#b'],
  ['[[x|# no heading]]', String.raw`\# no heading`],
  ['[[x|<% no() %>]] [[y|#tag]]', String.raw`<\% no() %> \#tag`],
  ['[[[[a]]b]] [[', String.raw`\[\[ab]] \[\[`],
  ['1. no list', String.raw`1\. no list`],
  ['- no list', String.raw`\- no list`],
  ['* no list', String.raw`\* no list`],
  ['***', String.raw`\***`],
  ['**project**: kelp', '**project**: kelp'],
  ['```js no code', '\\```js no code'],
  ['#🌊 #-x C# #', String.raw`\#🌊 \#-x C# #`],
  ['<% tp.user.run() %> `<%* x %>`', '<\\% tp.user.run() %> `<\\%* x %>`'],
  ['[!danger] Do it', String.raw`\[!danger] Do it`],
  ['[^1]: A note, see [2]: x', String.raw`\[^1]: A note, see [2]: x`],
  ['[a] stays, and so does 2 ^3 more', '[a] stays, and so does 2 ^3 more'],
  ['all of it ^block-1', String.raw`all of it \^block-1`],
  ['one\n\n---\ntwo %%three%%', String.raw`one --- two %\%three%\%`],
])('%j shows as words', (text, shown) => {
  expect(inlineText(text)).toBe(shown)
})

test('folders come from the knowledge locations, with those of the specification where they have none', () => {
  expect(knowledgeFolders('1-acme')).toEqual({
    literature: '1-acme/3-knowledge/literature',
    zettel: '1-acme/3-knowledge/zettel',
  })
  const locations = {
    personal: { zettel: '0-personal/notes/zettel/' },
    org: { zettel: '{space}/knowledge/zettels', literature: './{space}/library' },
  }
  expect(knowledgeFolders('0-personal', locations)).toEqual({
    literature: '0-personal/library',
    zettel: '0-personal/notes/zettel',
  })
  expect(knowledgeFolders('1-acme', locations)).toEqual({
    literature: '1-acme/library',
    zettel: '1-acme/knowledge/zettels',
  })
})

test('a link names its note by the whole path', () => {
  expect(wikiLink({ path: 'a/b.md', title: 'B [x]|y' })).toBe('[[a/b|B  x  y]]')
  expect(wikiLink({ path: 'a/b.org', title: '' })).toBe('[[a/b.org]]')
  expect(wikiLink({ path: 'a/b.md', title: 'B <img src=//x.example> %%' })).toBe('[[a/b|B  img src=//x.example   %]]')
  expect(wikiLink({ path: 'a/C# [1] tips.md', title: 'C# tips' })).toBe('[C# tips](a/C%23%20%5B1%5D%20tips.md)')
  expect(wikiLink({ path: 'a/x^2.md', title: '' })).toBe('[a/x%5E2](a/x%5E2.md)')
})

test('a location outside of the space is not used, and that is told', () => {
  const locations = {
    personal: { zettel: '9-nowhere/zettel', literature: '0-personal/../books' },
    org: { zettels: '1-acme/zettel', literature: '{space}/library' },
  }
  expect(knowledgeFolders('0-personal', locations)).toEqual({
    literature: '0-personal/library',
    zettel: '0-personal/3-knowledge/zettel',
  })
  expect(ignoredFolders('0-personal', locations).map(({ subject }) => subject)).toEqual([
    'knowledge_locations.personal.literature',
    'knowledge_locations.personal.zettel',
  ])
  // Those of another space are nobody's mistake.
  expect(ignoredFolders('2-beta', locations)).toEqual([])
})
