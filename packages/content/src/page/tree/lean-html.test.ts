import { describe, expect, test } from 'vitest'
import { leanHtml } from './lean-html.ts'

const lean = (html: string): string => leanHtml(html, { maxDepth: 256 }).html

describe('what nothing reads', () => {
  test('attributes for scripts and screen readers go, those that tell hidden from shown stay', () => {
    expect(
      lean(
        `<div class="a" data-x='{"a":">"}' onclick="go('>')" aria-label=x aria-hidden="true" data-toggle="tab">b</div>`,
      ),
    ).toBe(`<div class="a"    aria-hidden="true" data-toggle="tab">b</div>`)
    expect(lean('<a target="_blank" href=/b tabindex=0>c</a>')).toBe('<a  href=/b >c</a>')
  })

  test('pictures keep all of theirs', () => {
    const html = '<figure data-a="1"><img data-src="/a.png" alt="A"></figure>'
    expect(lean(html)).toBe(html)
  })

  test('code goes, what a page says to machines stays', () => {
    expect(lean('<script src="a.js">if (1 < 2) "<p>"</script><p>a</p>')).toBe('<script src="a.js"></script><p>a</p>')
    for (const type of ['application/ld+json', 'application/ld&#x2B;json']) {
      const html = `<script type="${type}">{"a":"<p>"}</script>`
      expect(lean(html)).toBe(html)
    }
  })

  test('text, comments and broken tags are left alone', () => {
    for (const html of [
      'a < b, data-x="1" > c',
      '<!-- <a data-x="1"> --><p>b</p>',
      '<p title="data-x=1">b</p>',
      '<p title=\'a" data-x="1\'>b</p>',
      '<p class="a',
      '<p class=',
      '<p /',
      '<style>a[data-x="1"] > b {}</style>',
    ])
      expect(lean(html)).toBe(html)
  })
})

test('elements that lie too deep lose their tags and keep their text', () => {
  const deep = `${'<div>'.repeat(10)}<b>a</b> c${'</div>'.repeat(10)}`
  const { html, tags, isCut } = leanHtml(deep, { maxDepth: 3 })
  expect({ tags, isCut }).toEqual({ tags: 22, isCut: true })
  expect(html.match(/<[^>]+>/g)).toHaveLength(6)
  expect(html.replaceAll(/<[^>]+>|\s+/g, '')).toBe('ac')
  expect(leanHtml('<p>a</p>', { maxDepth: 3 })).toEqual({ html: '<p>a</p>', tags: 2, isCut: false })
})
