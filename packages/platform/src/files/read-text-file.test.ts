import { execFile } from 'node:child_process'
import { chmod, open, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../__fixtures__/as-user.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { readTextFile } from './read-text-file.ts'

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, content)
  return file
}

test('gives the text without the byte-order mark, and the bytes with it', async () => {
  const read = await readTextFile(await fileOf('\ufeffzwölf\r\n'))
  expect(read).toMatchObject({ ok: true, text: 'zwölf\r\n' })
  expect(read.ok && read.bytes.length).toBe(3 + 6 + 2)
})

test('an empty file is text', async () => {
  expect(await readTextFile(await fileOf(''))).toMatchObject({ ok: true, text: '' })
})

test.each([
  ['binary', new Uint8Array([1, 0, 2]), 'a binary file'],
  ['UTF-16', Buffer.from('\ufeffabc', 'utf16le'), 'UTF-16 text, not UTF-8'],
  ['Latin-1 in line 3', Buffer.from('a\nb\nz\xf6lf\n', 'latin1'), 'not valid UTF-8 (line 3)'],
  ['cut off in line 1', new Uint8Array([0x61, 0xc3]), 'not valid UTF-8 (line 1)'],
  [
    'a replacement character before the bad byte',
    Buffer.concat([Buffer.from('\ufffd\n\n'), Buffer.from([0xff])]),
    'not valid UTF-8 (line 3)',
  ],
])('%s is refused with the reason', async (_name, content, reason) => {
  expect(await readTextFile(await fileOf(content))).toEqual({ ok: false, reason })
})

test('100 MB are refused without being read', async () => {
  const file = await fileOf('')
  await using handle = await open(file, 'r+')
  await handle.truncate(100_000_000)
  const before = process.memoryUsage().arrayBuffers
  expect(await readTextFile(file)).toEqual({ ok: false, reason: 'too large (100 MB, the limit is 10 MB)' })
  expect(await readTextFile(file, { maxBytes: 99_999_999 })).toEqual({
    ok: false,
    reason: 'too large (100000000 bytes, the limit is 99999999)',
  })
  expect(await readTextFile(file, { maxBytes: 16_384 })).toEqual({
    ok: false,
    reason: 'too large (100000000 bytes, the limit is 16384)',
  })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
})

test('the limit itself is allowed, one byte more is not', async () => {
  const file = await fileOf('12345')
  expect(await readTextFile(file, { maxBytes: 5 })).toMatchObject({ ok: true })
  expect(await readTextFile(file, { maxBytes: 4 })).toMatchObject({ ok: false })
})

test('a folder and an absent file say so', async () => {
  const folder = await temporaryFolder()
  expect(await readTextFile(folder)).toEqual({ ok: false, reason: 'it is a folder', code: 'EISDIR' })
  expect(await readTextFile(join(folder, 'absent'))).toEqual({
    ok: false,
    reason: 'it does not exist',
    code: 'ENOENT',
  })
})

test('a file that another process makes in this moment is there or not, never a link that leads nowhere', async () => {
  const folder = await temporaryFolder()
  const files = Array.from({ length: process.env['LONG'] === undefined ? 300 : 1500 }, (_, index) =>
    join(folder, `${index}`),
  )
  const reads = await Promise.all(
    files.map(async (file) => {
      const [read] = await Promise.all([readTextFile(file), writeFile(file, 'text')])
      return read
    }),
  )
  expect(reads.filter((read) => !read.ok && read.code !== 'ENOENT')).toEqual([])
})

test('a file without read permission', async () => {
  const file = await fileOf('secret')
  await chmod(file, 0)
  expect(await asOrdinaryUser(async () => await readTextFile(file))).toEqual({
    ok: false,
    reason: 'permission denied',
    code: 'EACCES',
  })
})

test('a named pipe that nobody writes to does not block', async () => {
  const pipe = join(await temporaryFolder(), 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  expect(await readTextFile(pipe)).toEqual({ ok: false, reason: 'not a regular file' })
})

test('a socket is not a file', async () => {
  const socket = join(await temporaryFolder(), 'socket')
  await using server = createServer()
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  expect(await readTextFile(socket)).toMatchObject({ ok: false, reason: 'not a regular file' })
})
