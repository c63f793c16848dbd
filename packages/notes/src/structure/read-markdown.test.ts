import fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import { shortenText } from './shorten-text.ts'

const lines = [
  'Plain words, of one line.',
  'Élan: a < b & c > d, "q" 1.5 \\x',
  'words `code` more',
  'see [a](b.md) and [c][d]',
  'see [[d]], [c], [d] and [e',
  'f](g.md)',
  '# [d] [5] (x)',
  '# 1 [h](i.md)',
  '[d]: e.md',
  'open ` tick',
  'a <b>tag</b> and <https://f.example>',
  '# Heading',
  '## Two words ##  ',
  '### Spaced  ',
  '#\tTab & [g](h.md)',
  '### ',
  'Underlined',
  '===',
  '---',
  '- item',
  '  indented',
  '    indented code',
  '1. first',
  '> quoted',
  '```js',
  '~~~',
  '<div>',
  '</div>',
  '<pre>',
  '<!-- comment',
  '-->',
  'words that end it -->',
  '<![CDATA[',
  'words ]]> and more',
  '<?php',
  'words ?> and more',
  '<!DOCTYPE',
  'ends with a return\r',
  '# Returned\r',
  'x',
  '',
  ' ',
  '',
  '\r',
]

test('a text whose plain paragraphs nobody parses reads as the whole of it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 14 }), (some) => {
      const text = some.join('\n')
      const { headings, opaque, destinations } = readMarkdown(text)
      const whole = parsedWhole(text)
      expect(headings.map(({ depth, start, end }) => [depth, start, end])).toEqual(whole.headings)
      expect(opaque).toEqual(expect.arrayContaining([...whole.code]))
      expect(destinations.map(({ url, start }) => [url, start])).toEqual(whole.links)
    }),
    { numRuns: 500 },
  )
})

test('plain paragraphs are left out, and headings alone need no parser', () => {
  const text = '# A  \n\nOne line,\nand another.\n\n## B\nText.\n'
  expect(shortenText(text)).toMatchObject({
    text: '# A  \n\nx\n\n## B\nx\n',
    headings: [
      { depth: 1, text: 'A', start: 0, end: 5 },
      { depth: 2, text: 'B', start: 31, end: 35 },
    ],
  })
  expect(shortenText(`${text}\n- item`)).toMatchObject({ headings: undefined })
  expect(shortenText('Text\n---\n\n```\nIn code.\n\nAnd here.')).toMatchObject({
    text: 'Text\n---\n\n```\nIn code.\n\nx',
  })
})

function parsedWhole(text: string) {
  const headings: [number, number, number][] = []
  const code: { start: number; end: number }[] = []
  const links: [string, number][] = []
  const definitions = new Map<string, string>()
  const see = (node: Nodes): void => {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url)
    if (node.type === 'heading') headings.push([node.depth, start, end])
    if (node.type === 'code' || node.type === 'inlineCode') code.push({ start, end })
    if (node.type === 'link') links.push([node.url, start])
    if (node.type === 'linkReference') links.push([definitions.get(node.identifier) ?? '', start])
    if ('children' in node) for (const child of node.children) see(child)
  }
  const tree = unified().use(remarkParse).parse(text)
  for (const node of tree.children) if (node.type === 'definition') see(node)
  see(tree)
  return { headings, code, links }
}
