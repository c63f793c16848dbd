import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentOf, docx, epub, extraction, file } from './__fixtures__/extract.ts'
import { sampleDocx, sampleEpub, zipOf } from './__fixtures__/sample-archives.ts'

describe('what is made to harm', () => {
  const bomb = zipOf({ 'word/document.xml': new Uint8Array(20_000_000) })
  test.each([
    ['FILE_ARCHIVE_REFUSED', file(docx, 'bomb.docx', bomb), {}],
    ['FILE_ARCHIVE_REFUSED', file(epub, 'out.epub', sampleEpub({ '../../evil.html': 'x' })), {}],
    ['FILE_ARCHIVE_REFUSED', file(epub, 'out.epub', sampleEpub({ '/etc/evil.html': 'x' })), {}],
    ['FILE_TOO_LARGE', file(epub, 'many.epub', sampleEpub()), { max_files: 3 }],
    ['FILE_TOO_LARGE', file(epub, 'much.epub', sampleEpub()), { max_unpacked_bytes: 500 }],
    ['FILE_TOO_LARGE', file('text/plain', 'long.txt', 'a'.repeat(101)), { max_bytes: 100 }],
    ['FILE_ENCRYPTED', file(docx, 'locked.docx', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])), {}],
    ['FILE_ENCRYPTED', file(epub, 'locked.epub', sampleEpub({ 'META-INF/rights.xml': '<rights/>' })), {}],
    [
      'FILE_ENCRYPTED',
      file(
        epub,
        'locked.epub',
        sampleEpub({
          'META-INF/encryption.xml':
            '<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/b.xhtml"/></CipherData></EncryptedData></encryption>',
        }),
      ),
      {},
    ],
    ['FILE_BROKEN', file(epub, 'bare.epub', zipOf({ a: 'b' })), {}],
    ['FILE_BROKEN', file(epub, 'nospine.epub', sampleEpub({ 'OEBPS/book.opf': '<package/>' })), {}],
    ['FILE_BROKEN', file(epub, 'noopf.epub', zipOf({ 'META-INF/container.xml': '<container/>' })), {}],
    [
      'FILE_BROKEN',
      file(epub, 'laughs.epub', sampleEpub({ 'OEBPS/book.opf': '<!DOCTYPE x [<!ENTITY a "aa">]><package/>' })),
      {},
    ],
    [
      'FILE_BROKEN',
      file(docx, 'laughs.docx', sampleDocx({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aa">]><a/>' })),
      {},
    ],
    ['FILE_BROKEN', file(docx, 'bare.docx', zipOf({ a: 'b' })), {}],
    ['FILE_BINARY', file('text/plain', 'nul.txt', 'a\0b'), {}],
    ['FILE_BINARY', file('text/plain', 'rot.txt', 'a\ufffd'.repeat(100)), {}],
    ['FILE_EMPTY', file('text/markdown', 'empty.md', '---\ntitle: a\n---\n'), {}],
    ['FILE_EMPTY', file('text/html', 'empty.html', '  '), {}],
    ['FILE_EMPTY', file('text/csv', 'empty.csv', '\n\n'), {}],
  ] as const)('%s', async (code, input, settings) => {
    await expect(extraction(input, settings)).rejects.toMatchObject({ code })
  })

  test('two gigabytes are refused by their size, unread', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'datacortex-files-'))
    try {
      const path = join(folder, 'huge.txt')
      const handle = await open(path, 'w')
      await handle.truncate(2_100_000_000)
      await handle.close()
      const input = { contentType: 'text/plain', name: 'huge.txt', bytes: new Uint8Array(), path }
      await expect(extraction(input)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
      await writeFile(path, 'Read from its path.')
      expect((await documentOf(input)).text).toBe('Read from its path.')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('Org that a parser chokes on is shown as it is', async () => {
    const nested = Array.from({ length: 500 }, (_, index) => `${' '.repeat(index)}- item`).join('\n')
    for (const text of ['*'.repeat(30_000), '[['.repeat(15_000), nested, '* heading\ntext *bold*\n'.repeat(200)])
      expect((await documentOf(file('text/org', 'odd.org', text))).text.length).toBeGreaterThan(1000)
  })

  test('a book whose spine repeats its chapters has each once', async () => {
    const opf = `<package><manifest><item id="b" href="b.xhtml"/></manifest><spine>${'<itemref idref="b"/>'.repeat(5000)}</spine></package>`
    const { text } = await documentOf(file(epub, 'again.epub', sampleEpub({ 'OEBPS/book.opf': opf })))
    expect(text).toBe('# Second\n\nThe moon goes on.')
  })
})
