import { strToU8, zipSync } from 'fflate'

type Files = Readonly<Record<string, string | Uint8Array>>

/** An archive of these files. */
export function zipOf(files: Files): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, data]) => [path, typeof data === 'string' ? strToU8(data) : data]),
    ),
  )
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const office = 'http://schemas.openxmlformats.org'

/** A small Word document: a heading, a paragraph with a word in bold, a list, a table. */
export function sampleDocx(extra: Files = {}): Uint8Array {
  const paragraph = (text: string, style = ''): string =>
    `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${text}</w:p>`
  const run = (text: string, isBold = false): string =>
    `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`
  const row = (cells: readonly string[]): string =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`
  const body = [
    paragraph(run('Tides of the North'), 'Heading1'),
    paragraph(`${run('The water ')}${run('rises', true)}${run(' twice a day &amp; falls.')}`),
    `<w:tbl>${row(['Port', 'Height'])}${row(['Cuxhaven', '3.3 m'])}</w:tbl>`,
  ]
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${word}><w:body>${body.join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>Tides</dc:title><dc:creator>Ada Marsh; Ben Shore</dc:creator><cp:keywords>sea, moon</cp:keywords><dcterms:created>2024-05-06T10:00:00Z</dcterms:created></cp:coreProperties>`,
    ...extra,
  })
}

/** A book of two chapters, the second first in the archive. */
export function sampleEpub(extra: Files = {}): Uint8Array {
  const page = (body: string): string =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/b.xhtml': page('<h1>Second</h1><p>The moon goes on.</p>'),
    'OEBPS/a%20b.xhtml': page('<p>never read</p>'),
    'OEBPS/a b.xhtml': page('<h1>First</h1><p>The sea <em>rises</em>.</p><img src="x.png" alt="A wave"/>'),
    'OEBPS/book.opf': `<package xmlns="o" xmlns:dc="d"><metadata><dc:title>Book of Tides</dc:title><dc:creator>Ada Marsh</dc:creator><dc:language>en</dc:language><dc:date>2024-05</dc:date><dc:identifier>urn:isbn:978-0-306-40615-7</dc:identifier><dc:subject>sea</dc:subject></metadata><manifest><item id="b" href="b.xhtml"/><item id="a" href="a%20b.xhtml"/><item id="gone" href="gone.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="gone"/></spine></package>`,
    ...extra,
  })
}
