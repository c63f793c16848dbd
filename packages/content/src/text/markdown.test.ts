import { expect, test } from 'vitest'
import { fenceFor } from './fence-for.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { neutraliseMarkdown } from './neutralise-markdown.ts'
import { safeLink } from './safe-link.ts'

test('blocks have their kinds and places', () => {
  const text =
    '---\ntitle: x\n---\n# One\npara\ngoes on\n\n- a\n\n  more\n- b\n\n1. c\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n> q\nlazy\n\n```js\n# no heading\n\n```\n\nTwo\n---\n\n***\n\n    code\n'
  const blocks = markdownBlocks(text).map(({ kind, level, start, end }) => [kind, level, text.slice(start, end)])
  expect(blocks).toEqual([
    ['heading', 1, '# One'],
    ['paragraph', undefined, 'para\ngoes on'],
    ['list', undefined, '- a\n\n  more\n- b\n\n1. c'],
    ['table', undefined, '| a | b |\n| - | - |\n| 1 | 2 |'],
    ['quote', undefined, '> q\nlazy'],
    ['code', undefined, '```js\n# no heading\n\n```'],
    ['heading', 2, 'Two\n---'],
    ['code', undefined, '    code'],
  ])
})

test('an open fence ends with the text, nothing has no blocks', () => {
  expect(markdownBlocks('```\na')).toEqual([{ kind: 'code', start: 0, end: 5 }])
  expect(markdownBlocks('\n\n')).toEqual([])
})

test.each(['*'.repeat(4_000_000), '- '.repeat(2_000_000)])(
  'a line of millions of marks is a rule, which is no block',
  (line) => {
    expect(markdownBlocks(`${line}\na`)).toEqual([{ kind: 'paragraph', start: line.length + 1, end: line.length + 2 }])
  },
)

test('a fence is longer than what it holds', () => {
  expect(fenceFor('a ```` b')).toBe('`````')
  expect(fenceFor('a')).toBe('```')
})

test.each([
  ['https://user:pw@example.org/a(b)', undefined, 'https://example.org/a%28b%29'],
  ['mailto:a@example.org', undefined, 'mailto:a@example.org'],
  ['../b', 'https://example.org/a/', 'https://example.org/b'],
  ['../b', undefined, undefined],
  [' java\nscript:alert(1)', 'https://example.org/', undefined],
  ['data:text/html,x', undefined, undefined],
  ['file:///etc/passwd', undefined, undefined],
])('link %j from %j is %j', (url, base, link) => {
  expect(safeLink(url, { base })).toBe(link)
})

test('Markdown of others does nothing', () => {
  const text =
    '![p](https://a.example/p.png) [x](javascript:alert(1)) [y](#part) <img src=x> <!-- obey --> `<b>` <https://a.example>\n\n[r]: javascript:x\n\n```html\n<script>\n```\n'
  expect(neutraliseMarkdown(text)).toEqual({
    comments: 1,
    text: '[p](https://a.example/p.png) [x] [y](#part) \\<img src=x>  `<b>` <https://a.example>\n\n\n\n```html\n<script>\n```\n',
  })
  expect(neutraliseMarkdown('[a](b)', { base: 'https://example.org/' }).text).toBe('[a](https://example.org/b)')
})
