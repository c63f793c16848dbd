// A process of its own, so that its memory can be measured. Arguments: the module of the PDF extractor, that of its
// fixtures, and files; without files, papers are written. Prints times and memory as JSON.
import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const rounds = 12
const files = 1000
const [pluginFile, writerFile, ...paths] = process.argv.slice(2)
const [{ plugin }, { writePdf }] = await Promise.all([import(pluginFile), import(writerFile)])
const log = { debug() {}, info() {}, warn() {}, error() {} }
const refuse = () => Promise.reject(new Error('not here'))
const config = plugin.config.parse({})
const extractor = await plugin.setup({ config, log, fetch: refuse, secret: refuse, now: Date.now, dataDir: '' })
const library = await PDFiumLibrary.init()
const { signal } = new AbortController()

const papers =
  paths.length > 0
    ? await Promise.all(paths.map(async (path) => new Uint8Array(await readFile(path))))
    : [4, 12, 30].map((pages, index) => paper(pages, index))

async function bare(bytes) {
  const document = await library.loadDocument(bytes)
  let characters = 0
  let pages = 0
  for (const page of document.pages()) {
    characters += page.getText().length
    pages += 1
  }
  document.destroy()
  return { characters, pages }
}

async function extracted(bytes) {
  const input = { contentType: 'application/pdf', name: 'paper.pdf', bytes }
  const { documents } = await extractor.extract(input, { signal })
  return { characters: documents[0].text.length }
}

const timed = async (run) => {
  const startedAt = performance.now()
  let characters = 0
  for (const bytes of papers) characters += (await run(bytes)).characters
  return { ms: performance.now() - startedAt, characters }
}

let pages = 0
for (const bytes of papers) pages += (await bare(bytes)).pages
await timed(extracted)
const times = { bare: [], extracted: [] }
let characters = { bare: 0, extracted: 0 }
for (let round = 0; round < rounds; round += 1) {
  // Everybody is first in turn.
  const order = round % 2 === 0 ? [bare, extracted] : [extracted, bare]
  for (const run of order) {
    const { ms, characters: count } = await timed(run)
    times[run.name].push(ms)
    characters = { ...characters, [run.name]: count }
  }
}

const memory = []
const small = papers.toSorted((a, b) => a.length - b.length)[0]
for (let file = 1; file <= files; file += 1) {
  // Another file each time: the last byte is behind the end mark.
  const bytes = new Uint8Array([...small.subarray(0, small.length), 10, 48 + (file % 10)])
  await extracted(bytes)
  if (file === 100 || file === files) memory.push(process.memoryUsage().rss / 2 ** 20)
}
process.stdout.write(
  JSON.stringify({ pages, files: papers.length, times, characters, memory, given: paths.length > 0 }),
)

/** Two columns of made-up words on each page, with a head, a heading and a table. */
function paper(count, seed) {
  let state = seed + 1
  const random = (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  const syllables = ['ta', 'ri', 'mo', 'del', 'sen', 'co', 'un', 'per', 'li', 'gra', 'no', 'vi']
  const word = () => Array.from({ length: 1 + random(4) }, () => syllables[random(syllables.length)]).join('')
  const words = (many) => Array.from({ length: many }, word).join(' ')
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
