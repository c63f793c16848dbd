import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { answerDocument } from './answer-document.ts'
import { textDocument } from './document.ts'

const made = (text: string) =>
  textDocument({ text, contentType: 'application/json', modifiedAt: new Date(0) }, { isPublic: true })

/** What a socket is given to write for a request of a document, piece by piece. */
async function writtenFor(text: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const pieces: string[] = []
  const socket = new Socket()
  const take = (chunk: Buffer | string): void => void pieces.push(chunk.toString())
  socket._write = (chunk: Buffer, _encoding, done) => (take(chunk), done())
  socket._writev = (chunks, done) => (chunks.forEach(({ chunk }) => take(chunk)), done())
  const request = Object.assign(new IncomingMessage(socket), { method: 'GET', url: '/.well-known/a.json' })
  Object.assign(request.headers, { host: 'a.example', ...headers })
  const response = new ServerResponse(request)
  response.assignSocket(socket)
  const rules = { hosts: new Set(['a.example']), anyAddress: false, origins: new Set<string>() }
  const guard = { rules, clients: { isSecured: false }, publicCards: true, isProxied: false } as never
  expect(
    await answerDocument(request, response, { guard, document: async () => await Promise.resolve(made(text)) }),
  ).toBe(true)
  await expect.poll(() => response.writableFinished).toBe(true)
  return pieces
}

test('a document leaves in one write with its head; a long one is not encoded anew each time', async () => {
  const pieces = await writtenFor('{"name":"Köchin"}')
  expect(pieces).toHaveLength(1)
  expect(pieces[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*content-length: 18\r\n[^]*\r\n\r\n\{"name":"Köchin"\}$/)
  expect(Buffer.isBuffer(made('x'.repeat(100_000)).body)).toBe(true)
})

test('whatever is answered depends on the page that asks, and says so', async () => {
  const { etag } = made('{}').headers
  const [known] = await writtenFor('{}', { 'if-none-match': etag })
  const [refused] = await writtenFor('{}', { host: 'b.example' })
  for (const [head, status] of [
    [known, 304],
    [refused, 403],
  ] as const) {
    expect(head).toContain(`HTTP/1.1 ${status}`)
    expect(head?.toLowerCase()).toContain('vary: origin')
  }
})
