import { expect, test } from 'vitest'
import { requestNeeds } from './request-needs.ts'

const file = 'read or write a file at a path'
const page = 'fetch the content of a web page'

test.each([
  ['Turn ~/paper.bib into a Word document', [file]],
  ['Summarise https://blog.example/2026/may', [page]],
  ['(HTTP://[::1]:80/x) please', [page]],
  ['Save https://blog.example/may.html as ./may.md', [file, page]],
  ['Why does src/payments/stripe.ts fail', []],
  ['What is the difference of http:// and https://?', []],
  ['Sum up Q3 report.pdf', [file]],
  ['Is "notes final.docx" here?', [file]],
  ['Look at www.blog.example/may', [page]],
  ['Fetch https://blog.example/a%20b.pdf', [page]],
  ['Ask me@report.pdf.example', []],
  ['Is blog.example free?', []],
  ['Is node.js or ASP.net v1.2.txtx better?', []],
  ['Sum up re\u0301sume\u0301.pdf', [file]],
  ['Sum up रिपोर्ट.pdf', [file]],
  ['Sum up report(1).pdf', [file]],
  ['Sum up ~/My Documents/final report.pdf', [file]],
  ['Use the "/deploy command. See a/b" now', []],
  ['请总结报告.pdf的内容', [file]],
  ['请总结~/文件.pdf', [file]],
  ['请总结https://a.example/b和www.b.example', [page]],
  ['', []],
])('%j needs %j', (request, needs) => {
  expect(requestNeeds(request)).toEqual(needs)
})
