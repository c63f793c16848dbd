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
  ['Is blog.example free?', []],
  ['', []],
])('%j needs %j', (request, needs) => {
  expect(requestNeeds(request)).toEqual(needs)
})
