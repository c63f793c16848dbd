import { expect, test } from 'vitest'
import { parsePage } from '../tree/parse-page.ts'
import { plainText } from './plain-text.ts'
import { toMarkdown } from './to-markdown.ts'

const url = 'https://example.org/a/'
const bodyOf = (html: string): HTMLElement => parsePage(html, { url }).document.body
const markdown = (html: string): string => toMarkdown(bodyOf(html), { base: url })

test.each<readonly [string, string]>([
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
  ...[
    '<div class="highlight highlight-source-go notranslate"><pre>a_b</pre></div>',
    '<div class="highlight-go notranslate"><div class="highlight"><pre><span></span>a_b</pre></div></div>',
    '<div class="language-go highlighter-rouge"><div class="highlight"><pre class="highlight"><code>a_b</code></pre></div></div>',
    '<div class="mw-highlight mw-highlight-lang-go mw-content-ltr"><pre>a_b</pre></div>',
    '<div class="sourceCode" id="cb1"><pre class="sourceCode go"><code class="sourceCode go">a_b</code></pre></div>',
    '<pre><code class="hljs go">a_b</code></pre>',
    '<pre class="brush: go">a_b</pre>',
    '<pre lang="en" data-lang="go"><code>a_b</code></pre>',
    '<pre><code data-language="go">a_b</code></pre>',
    '<figure class="highlight go"><table><tr><td class="gutter"><pre>1\n</pre></td><td class="code"><pre>a_b</pre></td></tr></table></figure>',
    '<pre class="language-go"><span class="lineno">1 </span>a_b</pre>',
  ].map((html) => [html, '```go\na_b\n```'] as const),
  ['<pre lang="golang">a_b</pre>', '```golang\na_b\n```'],
  ['<div class="language-go"><pre>a</pre><pre lang="de">1 2 4</pre></div>', '```\na\n```\n\n```\n1 2 4\n```'],
  ['<div class="highlight-default notranslate"><pre>a</pre></div>', '```\na\n```'],
  ...[
    '<sup><a href="#r1">[1]</a></sup>',
    '<sup id="c" class="reference"><a href="https://example.org/a/#cite_note-3"><span>[</span>note 3<span>]</span></a></sup>',
    '<sup>[2]</sup><sup>[<i>citation needed</i>]</sup>',
    '<a href="#fn4"><sup>4</sup></a>',
    '<sup><a href="#fn5" role="doc-noteref">5</a></sup>',
    '<sup>[1],[2]</sup>',
  ].map((mark) => [`<p>It is large.${mark} It has a wheel.</p>`, 'It is large. It has a wheel.'] as const),
  [
    '<p>10<sup>6</sup> m<sup>2</sup>, 3·10<sup>−12</sup> and x<sup>n</sup> on the 1<sup>st</sup> <sup><a href="/b">of</a></sup> May, CO<sub>2</sub></p>',
    '10⁶ m², 3·10⁻¹² and xⁿ on the 1st [of](https://example.org/b) May, CO2',
  ],
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
