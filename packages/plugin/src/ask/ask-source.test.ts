import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AskSourceOptions, askSource } from './ask-source.ts'
import { goodItems } from './good-items.ts'
import { sourceKey } from './source-key.ts'

const Answer = z.object({ title: z.string() })

async function serve(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?key=planted%20secret`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function asked(listener: RequestListener, options: Partial<AskSourceOptions> = {}): Promise<unknown> {
  await using server = await serve(listener)
  const { signal } = new AbortController()
  const whole = { source: 'Tides', fetch, now: () => 0, signal, secrets: ['planted secret'], ...options }
  return await askSource(server.url, Answer, whole).catch((error: unknown) =>
    CodedError.is(error) ? { code: error.code, message: error.message, details: error.details } : error,
  )
}

test('gives what the schema names, in the charset of the answer', async () => {
  const json = '{"title": "Ebbe f\u00fcr alle", "more": 1}'
  expect(await asked((_, response) => void response.end(json))).toEqual({ title: 'Ebbe für alle' })
  expect(
    await asked((_, response) => {
      response.setHeader('content-type', 'application/json; charset=iso-8859-1')
      response.end(Buffer.from(json, 'latin1'))
    }),
  ).toEqual({ title: 'Ebbe für alle' })
  const xml = Buffer.from('<?xml version="1.0" encoding="windows-1252"?>f\u00fcr', 'latin1')
  const parse = (text: string) => ({ title: text.slice(-3) })
  expect(await asked((_, response) => void response.end(xml), { parse })).toEqual({ title: 'für' })
  const unknown = (_: unknown, response: Parameters<RequestListener>[1]): void => {
    response.setHeader('content-type', 'application/json; charset=klingon')
    response.end(json)
  }
  expect(await asked(unknown)).toEqual({ title: 'Ebbe für alle' })
})

test.each([
  [429, { 'retry-after': '3' }, 'SOURCE_THROTTLED', { status: 429, transient: true, retryAfterMs: 3000 }],
  [429, {}, 'SOURCE_THROTTLED', { status: 429, transient: true }],
  [503, { 'retry-after': '1' }, 'SOURCE_THROTTLED', { status: 503, transient: true, retryAfterMs: 1000 }],
  [503, {}, 'SOURCE_FAILED', { status: 503, transient: true }],
  [500, { 'retry-after': 'soon' }, 'SOURCE_FAILED', { status: 500, transient: true }],
  [401, {}, 'SOURCE_FAILED', { status: 401, transient: false }],
  [404, {}, 'SOURCE_FAILED', { status: 404, transient: false }],
])('status %i with %j', async (status, headers, code, details) => {
  const error = await asked((_, response) => void response.writeHead(status, headers).end('<p>planted secret</p>'))
  expect(error).toMatchObject({ code, details: { source: 'Tides', ...details } })
  expect(JSON.stringify(error)).not.toContain('planted')
})

test.each([
  ['', /it is empty/],
  ['<html>', /can't be parsed/],
  ['{"title": 3}', /title: /],
  ['[]', /all of it: /],
  [`{"title": "${'x'.repeat(2000)}"}`, /larger than 1000 bytes/],
])('the answer %.20j is invalid', async (text, message) => {
  const error = await asked((_, response) => void response.end(text), { maxBytes: 1000 })
  expect(error).toMatchObject({ code: 'SOURCE_ANSWER_INVALID', message: expect.stringMatching(message) })
})

test('a broken connection, before and amid the answer, may be better next time', async () => {
  const failed = { code: 'SOURCE_FAILED', details: { source: 'Tides', transient: true } }
  expect(await asked((_, response) => response.destroy())).toMatchObject(failed)
  const amid: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{', () => response.destroy())
  }
  expect(await asked(amid)).toMatchObject(failed)
})

test('a parser that quotes everything is cut short', async () => {
  const parse = (text: string): never => {
    throw new Error(text.repeat(1000))
  }
  const error = await asked((_, response) => void response.end('all of it '), { parse })
  expect(error).toMatchObject({ code: 'SOURCE_ANSWER_INVALID', message: expect.stringMatching(/^.{1,400}$/) })
})

test('an endless answer is left at the limit', async () => {
  const endless: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
    response.on('close', () => clearInterval(timer))
  }
  expect(await asked(endless, { maxBytes: 50_000 })).toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
})

test('errors of the fetch pass unless they hold a secret', async () => {
  const thrown = new CodedError('FETCH_X', 'No.', { details: { transient: true, retryAfterMs: 5 } })
  expect(await asked(() => {}, { fetch: () => Promise.reject(thrown) })).toMatchObject({ code: 'FETCH_X' })
  const leaky = new CodedError('FETCH_Y', 'No.', { details: { ...thrown.details, url: 'https://h/?k=planted+secret' } })
  expect(await asked(() => {}, { fetch: () => Promise.reject(leaky) })).toEqual({
    code: 'SOURCE_FAILED',
    message: 'Tides did not answer: FETCH_Y, No.',
    details: { source: 'Tides', transient: true, retryAfterMs: 5 },
  })
})

test('stops with the reason of the signal', async () => {
  const controller = new AbortController()
  const hangs: RequestListener = () => controller.abort(new Error('given up'))
  expect(await asked(hangs, { signal: controller.signal })).toMatchObject({ message: 'given up' })
  expect(await asked(hangs, { signal: controller.signal })).toMatchObject({ message: 'given up' })
})

test('bad items are dropped and logged; only bad items are an error', () => {
  const logged: unknown[] = []
  const log = { debug() {}, info() {}, error() {}, warn: (facts: unknown) => void logged.push(facts) }
  const good = goodItems([{ title: 'a' }, { title: 1 }, null], Answer, { source: 'Tides', log })
  expect([good, logged]).toMatchObject([[{ title: 'a' }], [{ source: 'Tides', dropped: 2 }]])
  expect(goodItems([], Answer, { source: 'Tides', log })).toEqual([])
  expect(() => goodItems([1], Answer, { source: 'Tides', log })).toThrow('none of its 1 items')
})

test('a key that is nowhere', async () => {
  const asked = { source: 'Tides', name: 'TIDES_KEY' }
  expect(await sourceKey(() => Promise.resolve('k'), asked)).toBe('k')
  await expect(sourceKey(() => Promise.resolve(undefined), asked)).rejects.toMatchObject({
    code: 'SOURCE_KEY_MISSING',
    message: expect.stringContaining('TIDES_KEY'),
  })
})
