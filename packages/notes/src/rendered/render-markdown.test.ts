import { expect, test } from 'vitest'
import { fileLinks } from './file-links.ts'
import { type NotePart, notePart } from './note-part.ts'
import { outlineOf } from './outline-of.ts'
import { renderMarkdown } from './render-markdown.ts'

const known: Readonly<Record<string, string>> = { Bees: 'insects/Bees.md', 'insects/Bees.md': 'insects/Bees.md' }
const render = (text: string, path = 'A.md'): string =>
  renderMarkdown(text, { path, firstLine: 1, noteOf: ({ target }) => known[target] })

test.each([
  [
    'a link',
    'See [[Bees#Wings|their wings]].',
    '<p id="L1">See <a data-note="insects/Bees.md#Wings">their wings</a>.</p>',
  ],
  ['one that leads nowhere', '[[Wasps]]', '<p id="L1"><span class="unresolved">Wasps</span></p>'],
  ['an embed', '![[Bees]]', '<p id="L1"><span class="embed" data-embed="insects/Bees.md">Bees</span></p>'],
  ['a Markdown link', '[b](insects/Bees.md#Wings)', '<p id="L1"><a data-note="insects/Bees.md#Wings">b</a></p>'],
  [
    'a page elsewhere',
    '[x](https://e.org/)',
    '<p id="L1"><a href="https://e.org/" rel="noreferrer noopener">x</a></p>',
  ],
  [
    'a remote picture',
    '![p](https://e.org/p.png)',
    '<p id="L1"><a href="https://e.org/p.png" rel="noreferrer noopener">p</a></p>',
  ],
  [
    'a callout',
    '> [!warning] Mind\n> the gap',
    '<aside class="callout callout-warning" id="L1">\n<p class="callout-title">Mind</p>\n<p>the gap</p>\n</aside>',
  ],
  [
    'a callout that is folded',
    '> [!quote]- As **it** was\n> # Bees\n>\n> fly.\n> > [!tip]+\n> > Mind',
    '<details class="callout callout-quote" id="L1">\n<summary class="callout-title">As <strong>it</strong> was</summary>\n' +
      '<h1 id="L2">Bees</h1>\n<p id="L4">fly.</p>\n<details class="callout callout-tip" open id="L5">\n' +
      '<summary class="callout-title">tip</summary>\n<p id="L6">Mind</p>\n</details>\n</details>',
  ],
  ['a heading behind front matter', '---\na: 1\n---\n# Hi', '<h1 id="L4">Hi</h1>'],
  ['a comment', 'a <!-- b -->', '<p id="L1">a </p>'],
])('%s is rendered', (_, text, html) => {
  expect(render(text)).toBe(html)
})

test('tables, tasks and formulas have no styles, and what is no formula is code', () => {
  const html = render('| a |\n| - |\n| $x^2$ |\n\n- [x] done\n\n$$\n\\frac{1}{2\n$$\n')
  expect(html).toContain('<div class="wide" tabindex="0" id="L1"><table class="framed">')
  expect(html).toContain('<math')
  expect(html).toContain('aria-label="done"')
  expect(html).toContain('<code>\\frac{1}{2')
  expect(html).not.toMatch(/style=/)
  expect(render('$\\href{javascript:x}{y}$ $\\color{red}{z}$')).not.toMatch(/color=/)
})

test('org is read', () => {
  expect(render('* TODO Bees\n#+begin_src sh\nls\n#+end_src\n[[file:Bees][they]]', 'a.org')).toBe(
    '<h1 id="L1">TODO Bees</h1>\n<pre id="L2" tabindex="0"><code class="language-sh">ls\n</code></pre>\n<p id="L5"><a data-note="insects/Bees.md">they</a></p>',
  )
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <svg onload=alert(1)> b',
  '[x](javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[[javascript:alert(1)]]',
  '![x](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\htmlStyle{color:red}{x}$',
  '> [!x" onload="y] z',
  '> [!x]- <img src=x onerror=alert(1)>\n> <script>alert(1)</script>\n> <details open ontoggle=alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<style>*{display:none}</style>',
  `${'> '.repeat(5000)}deep`,
  '['.repeat(5000),
])('hostile content is text, %#', (text) => {
  const html = render(text)
  expect(html).not.toMatch(
    /<(?:script|img|svg|style|iframe)\b|<[^>]*\s(?:on\w+|style)=|<[^>]*href="(?!https?:|mailto:|#)/i,
  )
})

test('a long note has parts that end where its blocks do, and together are the note', () => {
  const text = Array.from({ length: 1000 }, (_, n) => (n % 7 === 0 ? '' : `line ${n}`)).join('\n')
  const parts = []
  for (let from: number | undefined = 1; from !== undefined; from = parts.at(-1)?.next)
    parts.push(notePart(text, { from, most: 100 }))
  expect(parts.map((one) => one.text).join('\n')).toBe(text)
  expect(parts.length).toBeGreaterThan(8)
  const fenced = notePart(`\`\`\`\n${'x\n\n'.repeat(100)}\`\`\`\n\nend`, { from: 1, most: 150 })
  expect(fenced.text).toMatch(/```$/)
})

test('a callout that is longer than a part goes on as one in the next, and no block of code in it is cut', () => {
  const quoted = (lines: readonly string[]): string => lines.map((line) => `> ${line}`.trimEnd()).join('\n')
  const text = `# T\n\n${quoted(['[!quote]- As it was read', 'a', '', '```', 'x', '', '# y', '```', '', 'b', '', 'c'])}\n\nend`
  const parts: NotePart[] = []
  for (let from: number | undefined = 1; from !== undefined; from = parts.at(-1)?.next)
    parts.push(notePart(text, { from, most: 5 }))
  expect(parts.map((one) => one.text).join('\n')).toBe(text)
  expect(parts.map(({ start, callout }) => [start, callout])).toEqual([
    [1, undefined],
    [11, '> [!quote]- As it was read'],
  ])
  const [, second] = parts
  const html = renderMarkdown(second?.text ?? '', {
    path: 'A.md',
    firstLine: 11,
    callout: second?.callout,
    noteOf: () => undefined,
  })
  expect(html).toBe(
    '<details class="callout callout-quote">\n<summary class="callout-title">As it was read</summary>\n' +
      '<p id="L12">b</p>\n<p id="L14">c</p>\n</details>\n<p id="L16">end</p>',
  )
  expect(notePart(`${quoted(['```', 'x'])}\n\ny\n\nz`, { from: 1, most: 3 }).end).toBe(4)
  expect(notePart('> mine\n> [!quote]- x\n> y', { from: 3, most: 3 }).callout).toBeUndefined()
})

test('the outline has the headings and no comments of code', () => {
  expect(outlineOf('# A [[b|c]]\n```\n# no\n```\n## B ##')).toEqual([
    { level: 1, text: 'A c', line: 1 },
    { level: 2, text: 'B', line: 5 },
  ])
})

test('files are embedded or linked by their paths, and what is no file is named', () => {
  const files: Readonly<Record<string, string>> = { 'bee.png': 'pics/bee.png', 'pics/talk.pdf': 'pics/talk.pdf' }
  const fileOf = ({ target }: { readonly target: string }) => files[target]
  const rendered = (text: string): string =>
    renderMarkdown(text, { path: 'A.md', firstLine: 1, noteOf: () => undefined, fileOf })
  const embedded = '<p id="L1"><span class="file" data-file="pics/bee.png">'
  expect(rendered('![[bee.png|300]]')).toBe(`${embedded}bee.png</span></p>`)
  expect(rendered('![A bee](bee.png)')).toBe(`${embedded}A bee</span></p>`)
  expect(rendered('[the talk](pics/talk.pdf)')).toBe('<p id="L1"><a data-file="pics/talk.pdf">the talk</a></p>')
  expect(rendered('![x](none.png)')).toBe('<p id="L1"><span class="picture">x</span></p>')
  expect(rendered('[x](javascript:bee.png)')).not.toContain('data-file')
})

test('files that a text names are found however they are written', () => {
  const text =
    '![[a.png|300]] [b](b%20c.pdf "B") ![c](<d e.jpg>) [f](f(1).zip) [g](https://e.org/g.png) [[Note]] [n](n.md)\n[h]: h.wav\n'
  expect(fileLinks(text).map(({ target }) => target)).toEqual(['a.png', 'b c.pdf', 'd e.jpg', 'f(1).zip', 'h.wav'])
  expect(fileLinks('](a'.repeat(200_000))).toEqual([])
  expect(fileLinks('[['.repeat(200_000))).toEqual([])
})
