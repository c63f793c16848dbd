import { execFileSync } from 'node:child_process'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { sha256 } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { temporaryNotes } from '../__fixtures__/temporary-notes.ts'
import { readNote } from './read-note.ts'

async function read(content: string | Uint8Array, path = 'a.md') {
  const { root } = await temporaryNotes({ [path]: content })
  return await readNote({ path, file: join(root, path) })
}

test('the hash is that of the bytes, and a byte-order mark is no text', async () => {
  const bytes = Buffer.from('\uFEFF---\ntitle: x\n---\n# y')
  expect(await read(bytes)).toMatchObject({ title: 'x', sha256: sha256(bytes), findings: [] })
})

test('bytes that are no UTF-8 are replaced, with a finding that names the line', async () => {
  const note = await read(Buffer.from([...Buffer.from('# ok\n[[x]] caf'), 0xe9, ...Buffer.from(' end\n')]))
  expect(note.chunks[0]?.text).toBe('[[x]] caf\uFFFD end')
  expect(note).toMatchObject({ links: [{ target: 'x' }], findings: [{ code: 'NOTE_NOT_UTF8', subject: 'a.md:2' }] })
  expect((await read('a\0b')).chunks[0]?.text).toBe('a\uFFFDb')
})

test('a note in an old code page is read, also with typographic signs and an escape or two', async () => {
  const text = Buffer.from('\u0093Gr\u00FC\u00DFe\u0094 \u0096 \u001B[1mcaf\u00E9\u001B[0m\f\r\n', 'latin1')
  const note = await read(Buffer.concat(Array.from({ length: 200 }, () => text)))
  expect(note).toMatchObject({ findings: [{ code: 'NOTE_NOT_UTF8' }] })
})

test.each([
  ['compressed', deflateRawSync(Buffer.from(Array.from({ length: 30_000 }, (_, n) => `${n * n} `).join('')))],
  ['of all bytes in turn', Uint8Array.from({ length: 60_000 }, (_, n) => n % 256)],
  ['compressed and short', deflateRawSync(Buffer.from(Array.from({ length: 300 }, (_, n) => `${n * n} `).join('')))],
])('a file that is %s is no note', async (_what, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({
    code: 'MEMORY_NOTE_UNREADABLE',
    details: { reason: 'a binary file' },
  })
})

test('UTF-16 with its mark is read', async () => {
  const text = Buffer.from('\uFEFF# Biene\n[[x]]', 'utf16le')
  expect(await read(text)).toMatchObject({ title: 'Biene', findings: [] })
  expect(await read(text.swap16())).toMatchObject({ title: 'Biene', findings: [] })
})

test.each([
  ['a binary file', async (file: string) => await writeFile(file, new Uint8Array(500))],
  ['it does not exist', async (file: string) => await rm(file)],
  [
    'not a regular file',
    async (file: string) => {
      await rm(file)
      execFileSync('mkfifo', [file])
    },
  ],
  [
    'too many symbolic links',
    async (file: string) => {
      await rm(file)
      await symlink('/etc/hostname', file)
    },
  ],
])('%s can not be read', async (reason, change) => {
  const { root } = await temporaryNotes({ 'a.md': 'x' })
  await change(join(root, 'a.md'))
  await expect(readNote({ path: 'a.md', file: join(root, 'a.md') })).rejects.toMatchObject({
    code: 'MEMORY_NOTE_UNREADABLE',
    details: { path: 'a.md', reason },
  })
})

test('a file above the limit is not read', async () => {
  const { root } = await temporaryNotes({ 'a.md': 'x'.repeat(2_000_001) })
  await expect(readNote({ path: 'a.md', file: join(root, 'a.md') }, { maxBytes: 1_000_000 })).rejects.toMatchObject({
    message: 'The note "a.md" can\'t be read: larger than 1 MB (2 MB).',
  })
})
