import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryNotes } from './__fixtures__/temporary-notes.ts'
import { type ReadPassageOptions, readPassage } from './read-passage.ts'

async function passage(
  path: string,
  { text, ...options }: ReadPassageOptions & { readonly text: string | Uint8Array },
) {
  const { root } = await temporaryNotes({ [path]: text })
  return await readPassage({ path, file: join(root, path) }, options)
}

const text = '---\na: 1\n---\n# One\nfirst\n## Two\nsecond\n# Three\n'

test.each([
  [{}, { text: text.trimEnd(), start: 1, end: 8 }],
  [
    { from: 5, most: 2 },
    { text: 'first\n## Two', start: 5, end: 6 },
  ],
  [{ heading: 'two' }, { text: '## Two\nsecond', start: 6, end: 7 }],
  [
    { heading: 'One', most: 1 },
    { text: '# One', start: 4, end: 4 },
  ],
  [{ from: 100 }, { text: '', start: 100, end: 99 }],
])('%j', async (options, expected) => {
  expect(await passage('a.md', { text, ...options })).toEqual({ ...expected, lines: 8 })
})

test('a section of an org file has stars for its heading', async () => {
  const org = '* TODO Plan the trip :travel:\nBook.\n** Later\nx\n* Done\n'
  expect(await passage('a.org', { text: org, heading: 'plan the trip' })).toMatchObject({
    text: '* TODO Plan the trip :travel:\nBook.\n** Later\nx',
    start: 1,
    end: 4,
  })
})

test('no such heading is no passage', async () => {
  expect(await passage('a.md', { text, heading: 'Four' })).toBeUndefined()
})

test('UTF-16 is read, what is no text is refused, and no link is followed', async () => {
  expect(await passage('a.md', { text: Buffer.from('\uFEFFGrüße\n', 'utf16le') })).toMatchObject({ lines: 1 })
  await expect(passage('a.md', { text: Buffer.alloc(100) })).rejects.toMatchObject({ code: 'MEMORY_NOTE_UNREADABLE' })
  const { root } = await temporaryNotes()
  await writeFile(join(root, 'real.md'), 'x')
  await symlink(join(root, 'real.md'), join(root, 'link.md'))
  await expect(readPassage({ path: 'link.md', file: join(root, 'link.md') })).rejects.toMatchObject({
    code: 'MEMORY_NOTE_UNREADABLE',
  })
})
