import { describe, expect, test } from 'vitest'
import { documentOf, extraction, file } from './__fixtures__/extract.ts'
import { note } from './__fixtures__/sample-texts.ts'

describe('text', () => {
  test('front matter is read and goes, images become links, HTML is escaped, comments are told', async () => {
    const { documents, findings } = await extraction(file('text/markdown', 'note.md', note))
    expect(documents[0]).toMatchObject({
      title: 'On Tides',
      authors: ['Ada Marsh', 'Ben Shore'],
      publishedAt: '2024-05-06',
      tags: ['sea', 'moon'],
      url: 'https://a.example/tides',
    })
    expect(documents[0]?.text).toMatchInlineSnapshot(`
      "# Tides

      The sea \\<script>alert(1)\\</script>rises. [wave](https://a.example/wave.png)


      | a | b |
      | - | - |
      | 1 | 2 |"
    `)
    expect(documents[0]?.blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'table'])
    expect(findings.map(({ code }) => code)).toEqual(['FILE_COMMENTS_REMOVED'])
  })

  test('front matter that is no YAML stays and is told', async () => {
    const { documents, findings } = await extraction(file('text/markdown', 'a_note.md', '---\na: [\n---\nText.'))
    expect(documents[0]).toMatchObject({ title: 'a note' })
    expect(documents[0]?.text).toContain('a: [')
    expect(findings.map(({ code }) => code)).toEqual(['FILE_FRONT_MATTER_BROKEN'])
  })

  test('a title comes from heading, first line or name', async () => {
    expect(await documentOf(file('text/markdown', 'x.md', '# The *Sea*\n\na'))).toMatchObject({ title: 'The Sea' })
    expect(await documentOf(file('text/plain', 'x.txt', 'The Sea\n\nrises'))).toMatchObject({ title: 'The Sea' })
    const mail = 'From: Ann\nTo: Tom\nSubject: Re: The Sea\n\nIt rises.\n'
    expect(await documentOf(file('text/plain', 'x.txt', mail))).toMatchObject({ title: 'The Sea' })
    expect(await documentOf(file('text/plain', 'dir/the_sea.v2.txt', 'It rises\nand falls'))).toMatchObject({
      title: 'the sea.v2',
    })
  })

  test('hidden characters are removed and told', async () => {
    const { findings } = await extraction(file('text/plain', 'a.txt', 'A\u{E0041}\u202E text'))
    expect(findings).toMatchObject([{ code: 'CONTENT_INVISIBLE_REMOVED', severity: 'warning' }])
  })

  test('Latin-1 is read and told; a charset that was declared is no guess', async () => {
    const bytes = new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x20, 0xe0])
    const { documents, findings } = await extraction(file('text/plain', 'a.txt', bytes))
    expect(documents[0]?.text).toBe('café à')
    expect(findings.map(({ code }) => code)).toEqual(['FILE_ENCODING_GUESSED'])
    const declared = await extraction({ ...file('text/plain', 'a.txt', bytes), charset: 'iso-8859-1' })
    expect(declared.findings).toEqual([])
  })

  test.each([
    ['Shift-JIS', '938c8b9e835e838f815b82cd8fba98618e4f8f5c8e4f944e82c98aae90ac82b582dc82b582bd8142'],
    ['Windows-1251', 'cff0e8e2e5f22c20ece8f02e20'.repeat(5)],
    ['GBK', 'c4e3bac3cac0bde7'.repeat(5)],
  ])('text in %s that is not declared is refused, not read as other letters', async (_, hex) => {
    const input = file('text/plain', 'a.txt', Buffer.from(hex, 'hex'))
    await expect(extraction(input)).rejects.toMatchObject({
      code: 'FILE_BINARY',
      message: 'a.txt is no text: its letters are in an encoding that it does not declare.',
    })
    const declared = await extraction({ ...input, charset: 'windows-1251' })
    expect(declared.documents).toHaveLength(1)
  })
})
