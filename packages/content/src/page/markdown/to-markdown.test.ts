import { expect, test } from 'vitest'
import { parsePage } from '../tree/parse-page.ts'
import { plainText } from './plain-text.ts'
import { toMarkdown } from './to-markdown.ts'

const url = 'https://example.org/a/'
const bodyOf = (html: string): HTMLElement => parsePage(html, { url }).document.body
const markdown = (html: string): string => toMarkdown(bodyOf(html), { base: url })

test.each([
  ['<h2>A <b>b</b></h2><p>c<br>d</p>', '## A **b**\n\nc  \nd'],
  ['<p>a <a href="../b">b</a> <a href="javascript:x">c</a> <a href="#d">d</a></p>', 'a [b](https://example.org/b) c d'],
  ['<p>a <img src="/i.png" alt="A boat"> b</p>', 'a [A boat](https://example.org/i.png) b'],
  ['<p>!<a href="/b">b</a></p>', '\\![b](https://example.org/b)'],
  ['<p>1 * 2 * 3 _x_ a_b `c` &lt;script&gt; [a](b)</p>', '1 \\* 2 \\* 3 \\_x\\_ a_b \\`c\\` \\<script> [a\\](b)'],
  [
    '<p># no heading</p><p>- no list</p><p>1. none</p><p>&gt; none</p>',
    '\\# no heading\n\n\\- no list\n\n1\\. none\n\n\\> none',
  ],
  ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>', '- a\n  - b\n- c\n\n  d'],
  ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  [
    '<table><tr><th>a</th><th>b|c</th></tr><tr><td colspan=2>1</td></tr></table>',
    '| a | b\\|c |\n| --- | --- |\n| 1 |  |',
  ],
  ['<table><tr><td><p>layout</p></td></tr></table>', 'layout'],
  ['<pre>a\n```\nb</pre>', '````\na\n```\nb\n````'],
  ['<p>a<script>x</script><style>y</style></p><hr><p>b</p>', 'a\n\n---\n\nb'],
  ['<div>a<div>b</div>c</div>', 'a\n\nb\n\nc'],
  ['<p><span>Oak</span><span>Oar</span> <b>C</b>at</p>', 'Oak Oar **C**at'],
])('%s', (html, expected) => {
  expect(markdown(html)).toBe(expected)
})

test('plain text has a line for each block and no marks', () => {
  expect(plainText(bodyOf('<h1>A</h1><p>b <a href="/c">c</a></p><table><tr><td>1</td><td>2</td></tr></table>'))).toBe(
    'A\n\nb c\n\n1 2',
  )
})
