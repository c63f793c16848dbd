import { describe, expect, test } from 'vitest'
import { documentOf, docx, epub, extraction, file } from './__fixtures__/extract.ts'
import { sampleDocx, sampleEpub } from './__fixtures__/sample-archives.ts'
import { org, page, vtt } from './__fixtures__/sample-texts.ts'

describe('documents', () => {
  test('a Word document becomes Markdown', async () => {
    const document = await documentOf(file(docx, 'x.docx', sampleDocx()))
    expect(document).toMatchObject({
      title: 'Tides',
      authors: ['Ada Marsh', 'Ben Shore'],
      publishedAt: '2024-05-06T10:00:00.000Z',
      tags: ['sea', 'moon'],
    })
    expect(document.text).toMatchInlineSnapshot(`
      "# Tides of the North

      The water **rises** twice a day & falls.

      | Port | Height |
      | --- | --- |
      | Cuxhaven | 3.3 m |"
    `)
  })

  // Word translates the id of the style into the language of the program, and keeps its name.
  test.each([
    ['Title', 'Title', 'Subtitle'],
    ['Titel', 'Title', 'Untertitel'],
    ['Title', 'Titel', 'Subtitle'],
  ])('the title of a Word document (%s, %s) is its name', async (id, name, subtitle) => {
    const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    const style = (key: string, label: string): string =>
      `<w:style w:type="paragraph" w:styleId="${key}"><w:name w:val="${label}"/></w:style>`
    const paragraph = (key: string, text: string): string =>
      `<w:p><w:pPr><w:pStyle w:val="${key}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const styles = `${style(id, name)}${style(subtitle, 'Subtitle')}${style('Heading1', 'heading 1')}`
    const body = `${paragraph(id, 'Offsite report, Lisbon 2026')}${paragraph(subtitle, 'For all')}${paragraph('Heading1', 'Venue')}`
    const made = sampleDocx({
      'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>`,
      'word/styles.xml': `<w:styles ${word}>${styles}</w:styles>`,
      'docProps/core.xml': '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title></dc:title></cp:coreProperties>',
    })
    expect(await documentOf(file(docx, 'x.docx', made))).toMatchObject({
      title: 'Offsite report, Lisbon 2026',
      text: '# Offsite report, Lisbon 2026\n\nFor all\n\n# Venue',
    })
  })

  test('a book has its chapters in the order of its spine', async () => {
    const { documents, findings } = await extraction(file(epub, 'x.epub', sampleEpub()))
    expect(documents[0]).toMatchObject({
      title: 'Book of Tides',
      authors: ['Ada Marsh'],
      language: 'en',
      publishedAt: '2024-05',
      workIds: { isbn: '9780306406157' },
      genre: 'book',
    })
    expect(documents[0]?.text).toMatchInlineSnapshot(`
      "# First

      The sea *rises*.

      # Second

      The moon goes on."
    `)
    expect(findings.map(({ code }) => code)).toEqual(['FILE_CHAPTERS_MISSING'])
    expect(findings[0]?.message).toMatch(/^1 chapter that its spine names is not in it: /)
  })

  test('Org becomes Markdown', async () => {
    const document = await documentOf(file('text/org', 'x.org', org))
    expect(document).toMatchObject({
      title: 'Tides',
      authors: ['Ada Marsh'],
      publishedAt: '2024-05-06',
      tags: ['sea', 'moon'],
    })
    expect(document.text).toMatchInlineSnapshot(`
      "Intro with **bold** and [a link](https://a.example/) and none.

      # **TODO** Measure (SCHEDULED: 2024-05-07 Tue) #work

      - [x] one
      - two
        1. nested

      | port | height |
      | --- | --- |
      | Cuxhaven | 3.3 |

      \`\`\`js
      let a = 1
      \`\`\`

      > The sea is wide."
    `)
  })

  test('properties of Org that programs keep books by are left out, and the others are part of no sentence', async () => {
    const drawer = (properties: string): string => `:PROPERTIES:\n${properties}\n:END:`
    const text = [
      drawer(':ID: top1\n:ROAM_REFS: @x'),
      'Intro.',
      '* Badgers',
      drawer(':ID: x1\n:CREATED: [2024-01-02]\n:ARCHIVE_TIME: 2024\n:Place: Husum | <b>'),
      'The badger digs.',
      `* ${'['.repeat(3000)}`,
      drawer(':ID: x2'),
      'Odd.',
    ].join('\n')
    const document = await documentOf(file('text/org', 'x.org', text))
    expect(document.text.replace('['.repeat(3000), '…')).toMatchInlineSnapshot(`
      "Intro.

      # Badgers

      | Property | Value |
      | --- | --- |
      | place | Husum \\| \\<b> |

      The badger digs.

      # …

      Odd."
    `)
  })

  test('a drawer in a block of Org is shown as the rest of the block', async () => {
    const text = 'Intro.\n\n#+begin_src org\n:PROPERTIES:\n:ID: sample\n:END:\n#+end_src\n\n* A\nText.\n'
    const document = await documentOf(file('text/org', 'x.org', text))
    expect(document.text).toContain(':PROPERTIES:\n:ID: sample\n:END:')
  })

  test('headings of Org have their state and times, also where the text is not parsed', async () => {
    const text = [
      '* NEXT Call Anna',
      'DEADLINE: <2025-04-01 Tue +1w> SCHEDULED: <2025-03-01 Sat>',
      '* DONE Paint',
      'CLOSED: [2025-04-01 Tue 10:00]',
      'It is blue.',
      '* Nextdoor',
      `* TODO ${'['.repeat(3000)}`,
      'SCHEDULED: <2025-03-01 Sat>',
      'Odd.',
    ].join('\n')
    const document = await documentOf(file('text/org', 'x.org', text))
    expect(document.title).toBe('Call Anna')
    expect(document.text.replace('['.repeat(3000), '…')).toMatchInlineSnapshot(`
      "# **NEXT** Call Anna (DEADLINE: 2025-04-01 Tue +1w) (SCHEDULED: 2025-03-01 Sat)

      # **DONE** Paint (CLOSED: 2025-04-01 Tue 10:00)

      It is blue.

      # Nextdoor

      # **TODO** …

      Odd."
    `)
  })

  test('subtitles become a transcript with times', async () => {
    const { text, genre } = await documentOf(file('text/vtt', 'talk.vtt', vtt))
    expect(genre).toBe('transcript')
    expect(text).toBe('[00:00:01] **Ada:** The sea rises. and falls & rises.\n\n[01:02:03] **Ben:** Why?')
  })

  test('a page without the tags that HTML allows to leave out is a page', async () => {
    const page = '<!doctype html>\n<title>Tides</title>\n<p>The water rises twice a day.'
    const stated = { title: 'Tides', text: 'The water rises twice a day.' }
    expect(await documentOf(file('text/html', 'page.html', page))).toMatchObject(stated)
  })

  test('a saved page is read like one from the web', async () => {
    const document = await documentOf(file('text/html', 'page.html', page))
    expect(document.text).toContain('the moon is the reason')
    expect(document).toMatchObject({ authors: ['Ada Marsh'], language: 'en' })
  })
  test('a saved page has the address that it was saved from, whichever other page it names', async () => {
    const saved = `<!-- saved from url=(0027)https://sea.example.org/a -->${page.replace('<head>', '<head><link rel="canonical" href="/b">')}`
    expect(saved).toContain('canonical')
    const document = await documentOf(file('text/html', 'page.html', saved))
    expect(document).toMatchObject({ url: 'https://sea.example.org/a' })
    expect(document).not.toHaveProperty('isUrlClaimed')
  })
  test.each([
    '<!--\n Page saved with SingleFile \n url: https://sea.example.org/a \n saved date: Mon Jan 01 2024\n-->',
    '<!-- Saved from https://sea.example.org/a at 2024-01-01T00:00:00Z using monolith v2.8.1 -->',
    '<!-- Mirrored from sea.example.org/a by HTTrack Website Copier/3.x [XR&CO], Mon, 01 Jan 2024 -->',
  ])('the note of a program that saves pages is read: %j', async (note) => {
    const saved = page.replace('<head>', `<head>${note}`)
    expect(await documentOf(file('text/html', 'page.html', saved))).toMatchObject({ url: 'https://sea.example.org/a' })
  })
  test('a saved page has the address that it names, where nothing else tells it', async () => {
    const saved = page.replace('<head>', '<head><link rel="canonical" href="https://sea.example.org/b">')
    expect(await documentOf(file('text/html', 'page.html', saved))).toMatchObject({
      url: 'https://sea.example.org/b',
      isUrlClaimed: true,
    })
    expect(await documentOf(file('text/html', 'page.html', page))).not.toHaveProperty('url')
  })
})
