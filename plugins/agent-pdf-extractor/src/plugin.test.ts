import { startPlugin, testManifest, testSubAgentPlugin } from '@datacortex/testkit'
import { describe, expect, test } from 'vitest'
import { directory, documentOf, extraction, pdf, sentenceOf } from './__fixtures__/extract-sample.ts'
import { sampleNote, samplePaper, sampleScan } from './__fixtures__/sample-pdfs.ts'
import { writePdf } from './__fixtures__/write-pdf.ts'
import { plugin } from './plugin.ts'

const paper = pdf(samplePaper(), 'paper.pdf')

testManifest(directory)
testSubAgentPlugin(plugin, {
  directory,
  inputs: [paper, pdf(sampleNote(), 'note.pdf')],
  refused: [{ ...paper, contentType: 'application/zip' }],
  broken: [
    pdf(sampleScan(), 'scan.pdf'),
    pdf(samplePaper().slice(0, 300), 'truncated.pdf'),
    pdf(new TextEncoder().encode('no PDF at all'), 'text.pdf'),
  ],
})

describe('a paper', () => {
  test('has its title from the largest print, authors and date from metadata, and its ids', async () => {
    expect(await documentOf(paper)).toMatchObject({
      id: '',
      title: 'How the Moon Raises the Tides of the Sea',
      authors: ['Ada Marsh', 'Ben Shore'],
      publishedAt: '2024-05-06T10:00:00Z',
      workIds: { doi: '10.1234/tides.2024.7', arxiv: '2405.01234' },
    })
  })

  test('becomes Markdown: headings, paragraphs over columns, a table, a list', async () => {
    const { text } = await documentOf(paper)
    expect(text).toMatchInlineSnapshot(`
      "# How the Moon Raises the Tides of the Sea

      doi:10.1234/Tides.2024.7 and arXiv:2405.01234v2

      ## 1. Introduction

      The water of the sea rises and falls twice a day, and the gravitation of the moon is the reason that we know. Where gravitation pulls the water up, a spring tide of well-known height follows, see the note 7 of the keeper.

      Neap tides come a week later; the sun then pulls the water at a right angle. A well-known table of heights is below.

      ## 2. Heights

      | Port | Spring | Neap |
      | --- | --- | --- |
      | Cuxhaven | 3.3 m | 2.5 m |
      | Saint-Malo | 12.2 m | 6.0 m |
      | Trieste \\| Old | 0.9 m | 0.4 m |

      - high water at noon
      - low water at six, which is the better time for mussels

      What follows from all this is that the moon is watched by those who sail. # of boats: \\<b>7\\</b>"
    `)
  })

  test('knows the page of every block', async () => {
    const { text, blocks } = await documentOf(paper)
    expect(blocks.map(({ kind, page, level, start, end }) => [kind, page, level, text.slice(start, end).slice(0, 20)]))
      .toMatchInlineSnapshot(`
        [
          [
            "heading",
            1,
            1,
            "# How the Moon Raise",
          ],
          [
            "paragraph",
            1,
            undefined,
            "doi:10.1234/Tides.20",
          ],
          [
            "heading",
            1,
            2,
            "## 1. Introduction",
          ],
          [
            "paragraph",
            1,
            undefined,
            "The water of the sea",
          ],
          [
            "paragraph",
            1,
            undefined,
            "Neap tides come a we",
          ],
          [
            "heading",
            2,
            2,
            "## 2. Heights",
          ],
          [
            "table",
            2,
            undefined,
            "| Port | Spring | Ne",
          ],
          [
            "list",
            2,
            undefined,
            "- high water at noon",
          ],
          [
            "paragraph",
            3,
            undefined,
            "What follows from al",
          ],
        ]
      `)
  })

  test('says that running heads were left out', async () => {
    const { findings } = await extraction(paper)
    expect(findings.map(({ code }) => code)).toEqual(['PDF_RUNNING_HEADS_REMOVED'])
    expect(findings[0]?.message).toContain('journal of tides')
  })
})

describe('what cannot be read is told with its code', () => {
  test.each([
    ['PDF_NO_TEXT_LAYER', sampleScan(), {}],
    ['PDF_ENCRYPTED', writePdf({ pages: [[]], isEncrypted: true }), {}],
    ['PDF_NO_PAGES', writePdf({ pages: [] }), {}],
    ['PDF_BROKEN', samplePaper().slice(0, 300), {}],
    ['PDF_BROKEN', new TextEncoder().encode('%PDF-1.4 and nothing more'), {}],
    ['PDF_BROKEN', new Uint8Array(5000).fill(0x25), {}],
    ['PDF_TOO_LARGE', samplePaper(), { max_bytes: 100 }],
    ['PDF_TOO_LARGE', samplePaper(), { max_pages: 2 }],
    ['PDF_TOO_LARGE', samplePaper(), { max_characters: 100 }],
  ] as const)('%s', async (code, bytes, settings) => {
    await expect(extraction(pdf(bytes, 'bad.pdf'), settings)).rejects.toMatchObject({ code })
  })

  test('a file of which nothing is left after it crashed the reader does not spoil the next', async () => {
    await using subAgent = await startPlugin(plugin, { directory })
    const { signal } = new AbortController()
    await expect(subAgent.extract(pdf(new Uint8Array(10), 'bad.pdf'), { signal })).rejects.toMatchObject({
      code: 'PDF_BROKEN',
    })
    expect((await subAgent.extract(paper, { signal })).documents).toHaveLength(1)
  })
})

test('the title is not the name of the journal, which is set larger', async () => {
  const pages = [
    [
      { text: 'TIDES', x: 72, y: 740, size: 36, bold: true },
      { text: 'How the Moon Raises the Sea', x: 72, y: 690, size: 20 },
      { text: 'Ada Marsh and Ben Shore', x: 72, y: 660, size: 12 },
      { text: sentenceOf(9), x: 72, y: 600 },
    ],
  ]
  expect((await documentOf(pdf(writePdf({ pages }), 'journal.pdf'))).title).toBe('How the Moon Raises the Sea')
})

test('a title of one word stays the title', async () => {
  const pages = [
    [
      { text: 'Tides', x: 72, y: 740, size: 24 },
      { text: 'Ada Marsh and Ben Shore', x: 72, y: 700, size: 12 },
      { text: sentenceOf(9), x: 72, y: 600 },
    ],
  ]
  expect((await documentOf(pdf(writePdf({ pages }), 'word.pdf'))).title).toBe('Tides')
})

test('two files at once do not meet in memory', async () => {
  await using subAgent = await startPlugin(plugin, { directory })
  const { signal } = new AbortController()
  const files = Array.from({ length: 6 }, (_, index) => {
    const pages = Array.from({ length: 20 }, (__, page) => [
      { text: `${sentenceOf(9)} ${index}-${page}`, x: 72, y: 400 },
    ])
    return pdf(writePdf({ pages }), `${index}.pdf`)
  })
  const results = await Promise.all(files.map(async (file) => await subAgent.extract(file, { signal })))
  for (const [index, { documents }] of results.entries()) {
    const numbers = [...(documents[0]?.text ?? '').matchAll(/(\d+)-\d+/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual(Array.from({ length: 20 }, () => index))
  }
})

test('a page that is shown turned is read as it is shown', async () => {
  const turned = ['First of all the lines that stand here.', 'Second of all the lines that stand here.'].map(
    (text, index) => ({
      text,
      x: 100 + index * 12,
      y: 72,
      turns: 1,
    }),
  )
  const { text } = await documentOf(pdf(writePdf({ pages: [turned], rotation: 1 }), 'turned.pdf'))
  expect(text).toMatch(/^First of all.*\n?.*Second of all/)
})

test('is aborted between pages', async () => {
  const pages = Array.from({ length: 200 }, () => [
    { text: 'A page with enough text to be counted as one.', x: 72, y: 700 },
  ])
  await using subAgent = await startPlugin(plugin, { directory })
  const controller = new AbortController()
  const run = subAgent.extract(pdf(writePdf({ pages }), 'long.pdf'), { signal: controller.signal })
  setImmediate(() => controller.abort(new Error('given up')))
  await expect(run).rejects.toThrow('given up')
})

test('says which pages of a file are pictures without text', async () => {
  const text = 'The keepers of the light trimmed its wick each four hours, wound the clock and wrote the weather down.'
  const pages = [[{ text, x: 72, y: 700 }], [{ text: 'p. 2', x: 72, y: 20 }], []]
  const file = pdf(writePdf({ pages, hasImage: true, imagesFrom: 1 }), 'part.pdf')
  const found = (await extraction(file)).findings.filter(({ code }) => code === 'PDF_PAGES_WITHOUT_TEXT')
  expect(found).toMatchObject([{ severity: 'warning' }])
  expect(found[0]?.message).toMatch(/^2 of 3 pages .*pages 2, 3\.$/)
  const whole = await extraction(pdf(writePdf({ pages: pages.slice(0, 1), hasImage: true }), 'whole.pdf'))
  expect(whole.findings.map(({ code }) => code)).not.toContain('PDF_PAGES_WITHOUT_TEXT')
})
