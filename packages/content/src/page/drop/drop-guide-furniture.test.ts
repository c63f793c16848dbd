import { expect, test } from 'vitest'
import { prose } from '../../__fixtures__/pages.ts'
import { readPage } from '../read-page.ts'

const url = 'https://docs.example.org/guide/tides'
const textOf = (main: string): string => {
  const { genre, text } = readPage(`<html><head><title>Tides</title></head><body><main>${main}</main></body></html>`, {
    url,
  })
  expect(genre).toBe('documentation')
  return text
}
const body = `<h1>Tides</h1><p>${prose(1)}</p><pre><code>tide --at harbour</code></pre><p>${prose(2)}</p>`

test('a list of links to the headings of the same page goes with its title', () => {
  const links = ['#low', `${url}#high`, '#spring'].map(
    (href) => `<li><a href="${href}">Part ${href.slice(-4)}</a></li>`,
  )
  const text = textOf(`${body}<div><h2>On this page</h2><ul>${links.join('')}</ul></div><h2>Low</h2><p>${prose(3)}</p>`)
  expect(text).not.toMatch(/On this page|Part/)
  expect(text).toContain('## Low')
})

test('a list of links to other pages stays', () => {
  const links = ['/a', '/b', '/c'].map((href) => `<li><a href="${href}#top">Other ${href}</a></li>`)
  expect(textOf(`${body}<ul>${links.join('')}</ul>`)).toContain('Other /b')
})

test('marks beside headings, links to the source and hidden lines of examples go', () => {
  const text = textOf(`${body}<h2>Low<a href="#low">¶</a></h2>
<div><span class="since">1.2.0</span> · <a href="../src/tide.rs.html#7">Source</a></div>
<div><a href="https://code.example.org/docs/edit/main/tides.md">Change this page</a></div>
<pre><code><span class="boring">use tide;
</span>low()</code></pre>
<table><tr><th>Name</th><td><a href="/w?title=Ebb&action=edit">Ebb</a></td></tr><tr><th>Sign</th><td><a href="#plus"><code>+</code></a></td></tr></table>
<p>Read <a href="https://code.example.org/a/blob/main/low.ts">low.ts</a> too.</p>`)
  expect(text).toContain('## Low\n')
  expect(text).not.toMatch(/1\.2\.0|Source|Change this page|use tide/)
  expect(text).toContain('low()')
  expect(text).toContain('Ebb')
  expect(text).toContain('`+`')
  expect(text).toContain('[low.ts](https://code.example.org/a/blob/main/low.ts)')
})

test('links that are drawn as buttons and stand alone go, those in sentences stay', () => {
  const text = textOf(
    `${body}<div><a class="button primary" href="/go">Begin now</a></div><p>Or <a class="btn" href="/ask">ask us</a>.</p>`,
  )
  expect(text).not.toContain('Begin now')
  expect(text).toContain('ask us')
})
