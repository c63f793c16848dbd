import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { codeStretches } from './code-stretches.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { neutraliseMarkdown } from './neutralise-markdown.ts'
import { oneLine } from './one-line.ts'
import { sanitiseText } from './sanitise-text.ts'

const neutral = (text: string, base?: string): string => neutraliseMarkdown(text, { base }).text

test.each([
  ['words', 'Water *rises*, 2 < 3, a[i](j) and a <b', 'Water *rises*, 2 < 3, a[i](j) and a \\<b'],
  ['code on a line', 'Use `<b>` and ``a ` <i>`` here', 'Use `<b>` and ``a ` <i>`` here'],
  ['fences', '```html\n<b>\n```\n\n~~~~\n~~~\n<i>\n~~~~\n', '```html\n<b>\n```\n\n~~~~\n~~~\n<i>\n~~~~\n'],
  ['a fence in a list', '1. ```\n   <b>\n   ```\n2. x', '1. ```\n   <b>\n   ```\n2. x'],
  ['an open fence', '```\n<b>', '```\n<b>'],
  ['links with a title', '[a](https://a.example/x_(y) "t")', '[a](https://a.example/x_%28y%29 "t")'],
  ['links in brackets', '[a](<https://a.example/>)', '[a](https://a.example/)'],
  ['pictures', '!![p](https://a.example/p.png)', '[p](https://a.example/p.png)'],
  ['definitions', '[a]: https://u:p@a.example/ "t"', '[a]: https://a.example/ "t"'],
  ['a comment that nothing closes', 'Type <!-- to begin.\n\nMore.', 'Type \\<!-- to begin.\n\nMore.'],
  ['a comment behind a backslash', 'Type \\<!-- to begin --> it.', 'Type \\<!-- to begin --> it.'],
  ['addresses', '<https://a.example/> <mailto:a@b.example>', '<https://a.example/> <mailto:a@b.example>'],
])('%s stay what they are', (_, text, expected) => {
  expect(neutral(text)).toBe(expected)
})

const image = '<img src=x>'

test.each([
  ['a fence that other marks do not close', `\`\`\`\n~~~\n\`\`\`\n${image}\n\`\`\``],
  ['a fence that fewer marks do not close', `\`\`\`\`\n\`\`\`\n\`\`\`\`\n${image}\n\`\`\``],
  ['a fence that ends with its list', `- a\n  \`\`\`\n${image}\n`],
  ['a fence that ends with its list, and what follows', `- a\n  \`\`\`\nb\n\`\`\`\n${image}\n`],
  ['a fence that a marker opens', `- \`\`\`\n  a\n  \`\`\`\n  ${image}\n`],
  ['a backtick that is escaped', `\\\`${image}\``],
  ['a span that began on the line before', `a \`b\n\`${image}\``],
  ['a span that began in a heading', `\`a\n# \`b\` ${image} \`c\``],
  ['cells of a table', `| a | b | c |\n| - | - | - |\n| \` | ${image} | \` |`],
  ['a backtick in a link', `[a](/u\`) ${image} \``],
])('markup behind %s acts no more', (_, text) => {
  expect(neutral(text).replaceAll('\\<', '')).not.toMatch(/<img/)
})

test('an address with a backtick is none, so that the code behind it is code', () => {
  expect(neutral(`<https://a.example/\`>${image}\``)).toBe(`\\<https://a.example/\`>${image}\``)
})

test.each([
  ['in angle brackets', '[a](< javascript:x>)'],
  ['behind spaces', `[a](${' '.repeat(40)}javascript:x)`],
  ['without an end', '[a](javascript:x'],
  ['in a quotation', '> [a]: javascript:x'],
  ['on the next line', '[a]:\njavascript:x'],
  ['with a bracket in its name', '[a\\]b]: javascript:x'],
])('an address %s leads nowhere', (_, text) => {
  expect(neutral(text)).not.toMatch(/\]\(\s*<?\s*javascript|\]:\s*javascript/)
})

test('stretches of code and the rest are the text again', () => {
  const marks = ['`', '``', '```', '~~~', '\n', '\n\n', '- ', '    ', '[a](', ')', '\\', '|', 'word', '<b>']
  let seed = 7
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: 24 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return marks[Math.floor((seed / 2_147_483_648) * marks.length)] ?? ''
    }).join('')
    expect(
      codeStretches(text)
        .map((stretch) => stretch.text)
        .join(''),
    ).toBe(text)
    const once = neutral(text)
    expect(neutral(once), JSON.stringify(text)).toBe(once)
  }
})

const hostile: Readonly<Record<string, string>> = {
  backticks: '`'.repeat(600_000),
  'backticks apart': '` '.repeat(300_000),
  'runs of backticks': Array.from({ length: 1100 }, (_, index) => '`'.repeat(index + 1)).join(' '),
  fences: '```\n'.repeat(150_000),
  'open links': '[a]('.repeat(250_000),
  'ends of links': ']('.repeat(500_000),
  'links in angles': '](<'.repeat(330_000),
  'long addresses': `](${'a'.repeat(998)}`.repeat(1000),
  'long titles': `](a ${'b'.repeat(298)}`.repeat(3000),
  'a link of spaces': `](${' '.repeat(1_000_000)}`,
  brackets: `${'['.repeat(300_000)}${']'.repeat(300_000)}`,
  'open names': '[a\n'.repeat(300_000),
  definitions: '[a]: \n'.repeat(180_000),
  items: '- a\n'.repeat(250_000),
  'nested items': Array.from({ length: 1400 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  comments: '<!--'.repeat(250_000),
  tags: '<a'.repeat(500_000),
  marks: '!'.repeat(1_000_000),
  quotes: '>'.repeat(1_000_000),
  stars: '*'.repeat(1_000_000),
  dashes: `${'- '.repeat(500_000)}x`,
  pipes: '| a '.repeat(250_000),
  'blank lines': '\n'.repeat(1_000_000),
  'lines of blanks': `a\n${' \n'.repeat(500_000)}`,
  blanks: `${' '.repeat(1_000_000)}x`,
  'one line': 'word '.repeat(200_000),
  joiners: '\u200d'.repeat(1_000_000),
  accents: `a${'\u0301'.repeat(1_000_000)}`,
}

test.each(Object.keys(hostile))('a megabyte of %s takes less than a second', (name) => {
  const text = hostile[name] ?? ''
  const bytes = new TextEncoder().encode(text)
  const steps = { neutraliseMarkdown, markdownBlocks, sanitiseText, oneLine, decodeText: () => decodeText(bytes) }
  for (const [step, run] of Object.entries(steps)) {
    const before = process.cpuUsage()
    run(text)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6, step).toBeLessThan(1)
  }
})

test('comments are dropped where readers do not see them, and counted', () => {
  expect(neutraliseMarkdown('a <!-- b --> c <!--> d\n  <!-- e\n\nf')).toEqual({ text: 'a  c  d\n  ', comments: 3 })
  expect(neutraliseMarkdown(String.raw`a \\<!-- b --> c`)).toEqual({ text: String.raw`a \\ c`, comments: 1 })
  // In one pass, whether or not they are closed.
  const before = process.cpuUsage()
  neutraliseMarkdown('x<!--'.repeat(200_000))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(4)
})
