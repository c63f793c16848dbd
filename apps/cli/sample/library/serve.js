// Serves the pages of this folder, and a search over them, on this machine: node serve.js [PORT]
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const site = join(import.meta.dirname, 'site')
const pages = JSON.parse(readFileSync(join(site, 'pages.json'), 'utf8')).map((page) => {
  const html = readFileSync(join(site, page.path), 'utf8')
  const title = /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? page.path
  const text = html.replace(/^[\s\S]*<article>|<\/article>[\s\S]*$/g, '').replaceAll(/<[^>]+>/g, ' ')
  return { ...page, html, title, text: text.replaceAll(/\s+/g, ' ').replace(title, '').trim() }
})

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const page = pages.find(({ path }) => path === pathname)
  if (pathname === '/search') return answer(200, 'application/json', JSON.stringify({ results: search(searchParams) }))
  if (page !== undefined) return answer(200, 'text/html; charset=utf-8', page.html)
  if (pathname === '/') return answer(200, 'text/html; charset=utf-8', contents())
  return answer(404, 'text/plain', 'There is no such page.\n')

  function answer(status, type, body) {
    response.writeHead(status, { 'content-type': type }).end(body)
  }
})

/** Pages with any word of the query, those with most of them first. */
function search(parameters) {
  const words = [...new Set((parameters.get('q') ?? '').toLowerCase().match(/\p{L}{4,}/gu))]
  return pages
    .map((page) => ({ page, hits: words.filter((word) => `${page.title} ${page.text}`.toLowerCase().includes(word)) }))
    .filter(({ hits }) => hits.length > 0)
    .toSorted((a, b) => b.hits.length - a.hits.length)
    .slice(0, Number(parameters.get('n') ?? 10))
    .map(({ page: { title, text, path, host, published } }) => ({
      name: title,
      link: `http://${host}:${server.address().port}${path}`,
      about: passage(text, words),
      date: published,
    }))
}

/** The sentences of a text with most of the words. */
function passage(text, words) {
  const sentences = text.match(/[^.]+(?:\.|$)/g) ?? []
  const hits = (sentence) => words.filter((word) => sentence.toLowerCase().includes(word)).length
  const best = sentences.toSorted((a, b) => hits(b) - hits(a)).slice(0, 2)
  return sentences
    .filter((sentence) => best.includes(sentence))
    .join('')
    .trim()
}

function contents() {
  const items = pages.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`)
  return `<!doctype html><title>A small library</title><h1>A small library</h1><ul>${items.join('')}</ul>`
}

server.listen(Number(process.argv[2] ?? 8042), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`
  process.stdout.write(`${url}\n`)
  // Started by another program, it ends with it.
  process.send?.(url)
  process.once('disconnect', () => process.exit())
})
