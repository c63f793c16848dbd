import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { dropBreadcrumbs } from './drop-breadcrumbs.ts'

function left(body: string): string {
  const { document } = parseHTML(`<html><body><main>${body}</main></body></html>`)
  const root = document.querySelector('main')
  if (root === null) throw new Error('no root')
  dropBreadcrumbs(root)
  return root.innerHTML
}

test('a line of links to the next, the previous and the upper page goes', () => {
  const line =
    '<p>Next: <a href="b.html" rel="next">B</a>, Up: <a href="." rel="up">Top</a> [<a href="i.html" rel="index">Index</a>]</p>'
  expect(left(`${line}<p>Text.</p>${line}`)).toBe('<p>Text.</p>')
})

test.each([
  `<p>The <a rel="next" href="b.html">next chapter</a> ${'tells how the tower was built and who paid for its stones. '.repeat(4)}</p>`,
  '<p><a rel="nofollow" href="b.html">Next</a></p>',
  '<p>By <a rel="author" href="/ada">Ada</a>, <a rel="next" href="b.html">B</a></p>',
])('other text stays', (text) => {
  expect(left(text)).toBe(text)
})
