import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameFileKinds } from './name-file-kinds.ts'

test.each([
  ['Save it in ~/talks/may.pptx', 'Save it in a PowerPoint presentation'],
  ['Sort /srv/data/Q3_sales.XLSX.', 'Sort an Excel spreadsheet.'],
  ['C:\\Users\\me\\plan.docx, please', 'a Word document, please'],
  ['Vergleiche ./März.org und ../b/c.csv', 'Vergleiche an org-mode file und a CSV table file'],
  ['unpack (/x/logs.tar.gz)', 'unpack (a compressed archive)'],
  ['put docs/plan.md into one page', 'put a Markdown file into one page'],
  ['sum up @docs/a.pdf', 'sum up a PDF file'],
  ['open file:///a/b.pdf', 'open a PDF file'],
  ['read "~/My Documents/report final.pdf" and `./a b.csv`', 'read a PDF file and a CSV table file'],
  ['read ~/My\\ Documents/report.pdf', 'read a PDF file'],
  ["don't open '/a b/c.txt'", "don't open a text file"],
])('%s', (request, named) => {
  expect(nameFileKinds(request)).toBe(named)
})

test.each([
  'TCP/IP and/or 24/7, 10/12.5 mm',
  'https://a.example/b.pdf',
  'https://a.example/x%20y/b.pdf?c=d/e.pdf#f/g.pdf',
  's3+x://a/b%c/d.csv',
  'a.example/b.pdf and www.b.example.com/x/y.html',
  'keep ~/.ssh/server.key and ./logo.ai',
  'say "no/yes. or.pdf" twice',
  'ask mail@x.example/y.md',
  'README.md',
  'why does src/payments/stripe.ts fail',
  'look at /etc/hosts and /srv/music',
  'open /a/b.unheard',
])('stays as it is: %s', (request) => {
  expect(nameFileKinds(request)).toBe(request)
})

test('what was named is not named again, and long nonsense takes no long', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '/', '.', 'md', ' ', '~', '\\', ':', '"', '@', '%') }),
      (request) => {
        const named = nameFileKinds(request)
        expect(nameFileKinds(named)).toBe(named)
      },
    ),
  )
  const startedAt = performance.now()
  for (const part of ['a/', '.', '/a.', '~', 'ab', '"/a', '"', '\\ ', 'a\\ ', 'a.', 'a://', '"/a.b', '"/a '])
    nameFileKinds(part.repeat(100_000))
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
