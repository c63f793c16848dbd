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
  ['(see ~/a.pdf), [it](docs/b.md)', '(see a PDF file), [it](a Markdown file)'],
  ['**docs/a.md**', '**a Markdown file**'],
])('%s', (request, named) => {
  expect(nameFileKinds(request)).toBe(named)
})

test.each([
  ['read ~/re\u0301sume\u0301.pdf', 'read a PDF file'],
  ['read e\u0301/b.pdf', 'read a PDF file'],
  ['read ~/रिपोर्ट.pdf', 'read a PDF file'],
  ['请总结~/文件.pdf', '请总结a PDF file'],
  ['打开C:\\文档\\a.docx', '打开a Word document'],
  ['总结./a.md和../b.csv。', '总结a Markdown file和a CSV table file。'],
  ['请看docs/plan.md', '请看a Markdown file'],
  ['打开file:///a/b.pdf', '打开a PDF file'],
  ['打开"~/a b/c.docx"', '打开a Word document'],
  ['Kubernetes集群日志/var/log/k8s.log', 'Kubernetes集群日志a text file'],
  ['サーバー/var/log/x.log', 'サーバーa text file'],
  ['把~/财报.xlsx做成图表', '把an Excel spreadsheet做成图表'],
  ['~/보고서.docx를 요약해', 'a Word document를 요약해'],
  ['สรุป~/รายงาน.pdfให้หน่อย', 'สรุปa PDF fileให้หน่อย'],
  ['src/a.ts的说明写到docs/b.md', 'src/a.ts的说明写到a Markdown file'],
])('in any script: %s', (request, named) => {
  expect(nameFileKinds(request)).toBe(named)
})

test.each([
  ['~/R&D/plan.docx', 'a Word document'],
  ["~/O'Neil/x.docx", 'a Word document'],
  ['$HOME/x.md', 'a Markdown file'],
  ['${HOME}/x.md', 'a Markdown file'],
  ['%USERPROFILE%\\x.md', 'a Markdown file'],
  ['docs/a+b/c.md', 'a Markdown file'],
  ['~/report(1).pdf', 'a PDF file'],
  ['(~/report(1.2).pdf)', '(a PDF file)'],
  ['docs/x(a.md)', 'docs/x(a.md)'],
  ['app/[id]/page.mdx', 'a Markdown file'],
  ['data/year=2026/x.parquet', 'a Parquet data file'],
  ['~/C#/#1 and ~/C#/a.md', '~/C#/#1 and a Markdown file'],
  ['~/📁/x.pdf', 'a PDF file'],
  ['node_modules/@a/b/x.md', 'a Markdown file'],
  // The name before `=` is a word of the request.
  ['out=/x/y.pdf', 'out=a PDF file'],
  ['in=~/x.md --out=docs/y.pdf', 'in=a Markdown file --out=a PDF file'],
  ['docs/a.md&docs/b.csv', 'a Markdown file&a CSV table file'],
  ["docs/a.md's tone, docs/a.md#tone? docs/b.md!", "a Markdown file's tone, a Markdown file#tone? a Markdown file!"],
])('whatever is in its name: %s', (request, named) => {
  expect(nameFileKinds(request)).toBe(named)
})

test.each([
  [`"~/O'Neil/x y.docx"`, 'a Word document'],
  ['“~/My Documents/a b.pdf”', 'a PDF file'],
  ['read ~/My Documents/a.pdf', 'read a PDF file'],
  ['read C:\\My Big\\Old Things\\a.pdf now', 'read a PDF file now'],
  ['~/talks 然后看docs/a.md', '~/talks 然后看a Markdown file'],
  ['look into ~/talks. docs/a.md says', 'look into ~/talks. a Markdown file says'],
  ['/review docs/a.md', '/review a Markdown file'],
  ['~/talks ~/a.md', '~/talks a Markdown file'],
])('with blanks: %s', (request, named) => {
  expect(nameFileKinds(request)).toBe(named)
})

test.each([
  'Use the "/deploy command. See a.md" now',
  'Use the "/deploy command: see a.md" now',
  'read ~/My Documents/final report.pdf',
  'company.cloud/report.pdf',
  'see a.xyz/b.pdf, a.online/b.pdf, a.site/b.pdf, a.tech/b.pdf, a.store/b.pdf, a.blog/b.pdf, a.page/b.pdf, a.news/b.pdf',
  '请看company.cloud/report.pdf',
  '请看https://a.example/报告.pdf',
  'a.example/b%20c.html?d=e/f.pdf#/g.pdf',
  'a.example:8080/b.pdf',
  'host:/a/b.pdf',
])('stays as it is, too: %s', (request) => {
  expect(nameFileKinds(request)).toBe(request)
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

test('what was named is not named again', () => {
  const units = 'a / . md \\ ~ : " \' @ % & = ( ) , ? # 文 \u0301'.split(' ')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(' ', ...units), maxLength: 40 }), (request) => {
      const named = nameFileKinds(request)
      expect(nameFileKinds(named)).toBe(named)
    }),
    { numRuns: 1000 },
  )
})
