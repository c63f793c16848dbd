// A process of its own. Arguments: `speed` or `memory`, the module of the PDF extractor, that of its fixtures, and files;
// without files, some are written. Prints JSON: milliseconds by file and round, or memory after so many files.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const rounds = 40
const warmUp = 6
const manyFiles = 1000
const fewFiles = 100
const [what, pluginFile, writerFile, ...paths] = process.argv.slice(2)
const [{ plugin }, { writePdf }] = await Promise.all([import(pluginFile), import(writerFile)])
const log = { debug() {}, info() {}, warn() {}, error() {} }
const refuse = () => Promise.reject(new Error('not here'))
const config = plugin.config.parse({})
const extractor = await plugin.setup({ config, log, fetch: refuse, secret: refuse, now: Date.now, dataDir: '' })
const { signal } = new AbortController()

const written = () => [
  { name: 'paper, 4 pages', bytes: paper(4, 0) },
  { name: 'paper, 12 pages', bytes: paper(12, 1) },
  { name: 'paper, 30 pages', bytes: paper(30, 2) },
  { name: 'book, 24 pages', bytes: book(24, 3) },
]
const files =
  paths.length > 0
    ? await Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })))
    : written()
process.stdout.write(JSON.stringify(what === 'memory' ? await memory() : await speed()))

async function speed() {
  const library = await PDFiumLibrary.init()
  const bare = async (bytes) => {
    const document = await library.loadDocument(bytes)
    const found = { characters: 0, pages: 0 }
    for (const page of document.pages()) {
      found.characters += page.getText().length
      found.pages += 1
    }
    document.destroy()
    return found
  }
  const results = files.map(({ name }) => ({ name, pages: 0, bare: [], extracted: [], characters: [0, 0] }))
  for (let round = -warmUp; round < rounds; round += 1)
    for (const [index, { bytes }] of files.entries()) {
      const result = results[index]
      const runs = {
        bare: async () => {
          const { pages, characters } = await bare(bytes)
          result.pages = pages
          result.characters[0] = characters
        },
        extracted: async () => {
          result.characters[1] = await extracted(bytes)
        },
      }
      // Everybody is first in turn.
      for (const name of round % 2 === 0 ? ['bare', 'extracted'] : ['extracted', 'bare']) {
        const startedAt = performance.now()
        await runs[name]()
        if (round >= 0) result[name].push(performance.now() - startedAt)
      }
    }
  return results
}

async function extracted(bytes) {
  const input = { contentType: 'application/pdf', name: 'paper.pdf', bytes }
  const { documents } = await extractor.extract(input, { signal })
  return documents[0].text.length
}

/** What is held after a collection of garbage, in MB. */
async function memory() {
  const held = []
  const { bytes } = files.toSorted((a, b) => a.bytes.length - b.bytes.length)[0]
  for (let file = 1; file <= manyFiles; file += 1) {
    // Another file each time: the last byte is behind the end mark.
    await extracted(Buffer.concat([bytes, Buffer.from(`\n${file % 10}`)]))
    if (file !== fewFiles && file !== manyFiles) continue
    for (let pass = 0; pass < 4; pass += 1) {
      globalThis.gc()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    held.push(process.memoryUsage().rss / 2 ** 20)
  }
  return held
}

/** Made-up words, always the same. */
function wordsOf(seed) {
  let state = seed + 1
  const random = (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  const syllables = ['ta', 'ri', 'mo', 'del', 'sen', 'co', 'un', 'per', 'li', 'gra', 'no', 'vi']
  const word = () => Array.from({ length: 1 + random(4) }, () => syllables[random(syllables.length)]).join('')
  const words = (many) => Array.from({ length: many }, word).join(' ')
  return { word, words }
}

/** Two columns on each page, with a head, a heading and a table. */
function paper(count, seed) {
  const { word, words } = wordsOf(seed)
  const pages = Array.from({ length: count }, (_, page) => [
    { text: `${words(4)} ${page + 1}`, x: 72, y: 765, size: 8 },
    { text: `${page + 1}. ${words(3)}`, x: 50, y: 735, size: 13, bold: true },
    ...[50, 315].flatMap((x) =>
      Array.from({ length: 52 }, (__, line) => ({ text: words(7).slice(0, 48), x, y: 710 - line * 11, size: 9 })),
    ),
    ...Array.from({ length: 5 }, (__, row) =>
      [50, 200, 350].map((x) => ({ text: word(), x, y: 120 - row * 12, size: 9 })),
    ).flat(),
  ])
  return writePdf({ pages, isCompressed: true })
}

/** One column of long lines, with a head and numbered headings. */
function book(count, seed) {
  const { words } = wordsOf(seed)
  const pages = Array.from({ length: count }, (_, page) => [
    { text: `The made-up book ${page + 1}`, x: 72, y: 765, size: 8 },
    ...Array.from({ length: 44 }, (__, line) => {
      const isHeading = line % 22 === 0
      return isHeading
        ? { text: `${page + 1}.${line} ${words(4)}`, x: 72, y: 735 - line * 15, size: 14, bold: true }
        : { text: words(13).slice(0, 88), x: 72, y: 735 - line * 15, size: 11 }
    }),
  ])
  return writePdf({ pages, isCompressed: true })
}
