import { expect, test } from 'vitest'
import { codeStretches } from './code-stretches.ts'
import { neutraliseMarkdown } from './neutralise-markdown.ts'

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

test('comments are dropped where readers do not see them, and counted', () => {
  expect(neutraliseMarkdown('a <!-- b --> c <!--> d\n  <!-- e\n\nf')).toEqual({ text: 'a  c  d\n  ', comments: 3 })
  expect(neutraliseMarkdown(String.raw`a \\<!-- b --> c`)).toEqual({ text: String.raw`a \\ c`, comments: 1 })
})
