import { expect, test } from 'vitest'
import { connected } from './__fixtures__/connected.ts'
import { fakeOffer, fakeSpace, fakeTool, SecretError } from './__fixtures__/fake-space.ts'
import { turns } from './turns.ts'

test('a tool is its operation: the document comes along, and is what a model reads', async () => {
  const space = fakeSpace({ look: (input) => ({ asked: input, hidden: 'a\u202eb' }) })
  const client = await connected(fakeOffer({ space, tools: [fakeTool('look')] }))
  expect(client.getServerVersion()).toMatchObject({ name: 'datacortex', version: '1.2.3' })
  expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['look'])
  const document = { findings: [], asked: { task: 'tides' }, hidden: 'a\u202eb' }
  expect(await client.callTool({ name: 'look', arguments: { task: 'tides' } })).toEqual({
    content: [{ type: 'text', text: JSON.stringify(document).replace('\u202e', '\\u202e') }],
    structuredContent: document,
  })
})

test('what fails is an answer with code and hint, and a bug says nothing of itself', async () => {
  const bugs: unknown[] = []
  const broken = new Error('the password is 1234')
  const space = fakeSpace({
    refuse: () => Promise.reject(new SecretError()),
    break: () => Promise.reject(broken),
  })
  const tools = [fakeTool('refuse'), fakeTool('break')]
  const client = await connected(fakeOffer({ space, tools, onBug: (error) => void bugs.push(error) }))
  expect(await client.callTool({ name: 'refuse', arguments: {} })).toEqual({
    content: [{ type: 'text', text: 'FAKE_SECRET: /home/ada/keys can not be read.\nLook there.' }],
    isError: true,
  })
  const answer = await client.callTool({ name: 'break', arguments: {} })
  expect([JSON.stringify(answer).includes('1234'), answer.isError, bugs]).toEqual([false, true, [broken]])
  await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 })
})

test('operations are loaded by the first list, once', async () => {
  let loaded = 0
  const tool = fakeTool('look')
  const load = async () => {
    loaded += 1
    return await tool.entry.load()
  }
  const space = fakeSpace({ look: () => ({}) })
  const client = await connected(fakeOffer({ space, tools: [{ ...tool, entry: { ...tool.entry, load } }] }))
  await client.callTool({ name: 'look', arguments: {} })
  expect(loaded).toBe(0)
  await client.listTools()
  await client.listTools()
  expect(loaded).toBe(1)
})

test('eight work at once, and who waits for others outside takes no place of theirs', async () => {
  const done = Promise.withResolvers<object>()
  const begun: string[] = []
  const fake = (name: string) => async () => {
    begun.push(name)
    return await done.promise
  }
  const space = fakeSpace({ look: fake('look'), run: fake('run') })
  const tools = [fakeTool('look'), fakeTool('run', { isOpenWorld: true })]
  const client = await connected(fakeOffer({ space, tools, turn: turns({ running: 8 }) }))
  const call = async (name: string): Promise<unknown> => await client.callTool({ name, arguments: {} })
  const calls = [...Array.from({ length: 20 }, async () => await call('look')), call('run')]
  await expect.poll(() => begun.includes('run')).toBe(true)
  expect(begun.filter((name) => name === 'look')).toHaveLength(8)
  done.resolve({})
  await Promise.all(calls)
  expect(begun).toHaveLength(21)
})

test('a call that is cancelled ends, and the next one is answered', async () => {
  const signals: AbortSignal[] = []
  const space = fakeSpace({
    hang: async (_, { signal }) => {
      if (signal !== undefined) signals.push(signal)
      return await new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    },
    look: () => ({ seen: true }),
  })
  const client = await connected(fakeOffer({ space, tools: [fakeTool('hang'), fakeTool('look')] }))
  const stop = new AbortController()
  const hanging = client.callTool({ name: 'hang', arguments: {} }, { signal: stop.signal })
  await expect.poll(() => signals.length).toBe(1)
  stop.abort()
  await expect(hanging).rejects.toThrow(/abort/i)
  await expect.poll(() => signals[0]?.aborted).toBe(true)
  expect(await client.callTool({ name: 'look', arguments: {} })).toMatchObject({ structuredContent: { seen: true } })
})
