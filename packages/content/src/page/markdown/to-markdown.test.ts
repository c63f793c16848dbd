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
  ['<pre><code class="language-c++">a_b</code></pre>', '```c++\na_b\n```'],
  ['<p>snake_case_name costs $5 or $6, Ωmega</p>', 'snake_case_name costs $5 or $6, Ωmega'],
  [
    '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1^2*y</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1 2y</span></span> holds.</p>',
    'So $x_1^2*y$ holds.',
  ],
  [
    '<p>a <span class="MathJax_Preview">b</span><span class="MathJax" id="M">b²</span><script type="math/tex">b^2</script> c <script type="math/tex; mode=display">\\sum_i d_i</script></p>',
    'a $b^2$ c $$\\sum_i d_i$$',
  ],
  [
    '<p><span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math></span><img src="x.svg" alt="{\\displaystyle E=mc^{2}}"></span> is known.</p>',
    '$E=mc^{2}$ is known.',
  ],
  [
    '<p><mjx-container display="true"><math><mfrac><mn>1</mn><msup><mi>r</mi><mn>2</mn></msup></mfrac></math></mjx-container></p>',
    '$$\\frac{1}{r^{2}}$$',
  ],
  ['<p>Raw \\(a_1 &lt;b&gt; `c`\\) and $\\alpha_i$ stay.</p>', 'Raw $a_1 \\lt b> c$ and $\\alpha_i$ stay.'],
])('%s', (html, expected) => {
  expect(markdown(html)).toBe(expected)
})

test('plain text has a line for each block and no marks', () => {
  expect(plainText(bodyOf('<h1>A</h1><p>b <a href="/c">c</a></p><table><tr><td>1</td><td>2</td></tr></table>'))).toBe(
    'A\n\nb c\n\n1 2',
  )
})
