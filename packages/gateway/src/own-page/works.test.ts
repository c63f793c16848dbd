import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ServedSpace, serve, servedSpace } from '../__fixtures__/served-space.ts'
import { Works } from './works.ts'

const token = 'a-token-that-is-long-enough'

type Asked = { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

/** A server, asked by who has its token. */
async function served(): Promise<{
  readonly space: ServedSpace
  readonly ask: (path: string, asked?: Asked) => Promise<Response>
  readonly begin: (task: string) => Promise<string>
}> {
  const space = await servedSpace()
  const page = join(space.paths.root, 'page')
  await mkdir(page)
  await writeFile(join(page, 'index.html'), '')
  const server = await serve(space, { page, token, rights: ['find', 'run'] })
  const ask = async (path: string, { headers = {}, ...init }: Asked = {}): Promise<Response> =>
    await fetch(`${server.url}api/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
  const begin = async (task: string): Promise<string> => {
    const body = JSON.stringify({ agent: 'cook', task })
    const response = await ask('run', { method: 'POST', body, headers: { prefer: 'respond-async' } })
    expect(response.status).toBe(202)
    return ((await response.json()) as { readonly work: string }).work
  }
  return { space, ask, begin }
}

const subjects = (text: string): readonly string[] =>
  [...text.matchAll(/"stage":"answer".*?"subject":"([^"]*)"/g)].map(([, one = '']) => one)

test('what was begun goes on without its reader, and is said again from the first event or the last that was seen', async () => {
  const { space, ask, begin } = await served()
  const file = join(space.paths.root, 'go')
  const id = await begin(`until ${file}`)
  const first = await ask(`works/${id}`)
  const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes('One, ')) seen += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  const listed = (await (await ask('works')).json()) as { readonly works: readonly object[] }
  expect(listed.works).toEqual([expect.objectContaining({ id, name: 'run', state: 'running' })])
  await writeFile(file, '')
  const whole = await (await ask(`works/${id}`)).text()
  expect(whole).toContain('"type":"result"')
  expect(subjects(whole)).toEqual(['One, ', 'two, ', 'three.'])
  expect(await (await ask(`works/${id}`)).text()).toBe(whole)
  const last = /id: (\d+)\ndata: [^\n]*"One, "/.exec(whole)?.[1] ?? ''
  const rest = await (await ask(`works/${id}`, { headers: { 'last-event-id': last } })).text()
  expect(subjects(rest)).toEqual(['two, ', 'three.'])
})

test('it is stopped on the server, and nobody sees or stops the work of others', async () => {
  const { ask, begin } = await served()
  const id = await begin('hang')
  const others = { authorization: 'Bearer nobody-has-this-token' }
  expect((await ask(`works/${id}`, { headers: others })).status).toBe(401)
  expect((await ask('works/none', { method: 'DELETE' })).status).toBe(404)
  expect((await ask(`works/${id}`, { method: 'DELETE' })).status).toBe(204)
  // It ends without a result.
  expect(await (await ask(`works/${id}`)).text()).not.toContain('"type":"result"')
  const listed = (await (await ask('works')).json()) as { readonly works: readonly object[] }
  expect(listed.works).toEqual([expect.objectContaining({ id, state: 'stopped' })])
})

test('works are kept apart by their owner, answers whole, and of many steps the last', async () => {
  const works = new Works(new AbortController().signal)
  const one = works.start({ owner: 'one', name: 'index', input: {} }, async function* many() {
    yield await Promise.resolve({ type: 'progress', stage: 'answer', subject: 'A' })
    for (let done = 0; done < 5000; done += 1) yield { type: 'progress', stage: 'read', done }
  })
  const signal = new AbortController().signal
  // To its end.
  await Array.fromAsync(works.events('one', one, { after: 0, signal }) ?? [])
  const kept = await Array.fromAsync(works.events('one', one, { after: 0, signal }) ?? [])
  expect([kept.length, kept[0]?.event, kept.at(-1)?.id]).toEqual([
    2000,
    expect.objectContaining({ subject: 'A' }),
    5001,
  ])
  expect(works.events('another', one, { after: 0, signal })).toBeUndefined()
  expect([works.stop('another', one), works.list('another')]).toEqual([false, []])
  for (let count = 0; count < 60; count += 1)
    works.start({ owner: 'one', name: 'index', input: {} }, async function* none() {})
  await new Promise((resolve) => setImmediate(resolve))
  works.start({ owner: 'one', name: 'index', input: {} }, async function* none() {})
  expect(works.list('one').length).toBeLessThanOrEqual(40)
})
