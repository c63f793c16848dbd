import { expect, onTestFinished, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import { serveChat } from '../__fixtures__/chat-server.ts'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'

test('what a program makes has its tasks as functions, however the answer is waited for', async () => {
  const { url } = await serveChat((asked) => ({ n: asked.includes('four') ? 4 : 0 }))
  const local = { plugin: 'runner-openai-compatible', base_url: url, model: 'm', stream: false, max_attempts: 1 }
  const { paths } = await workSpace({ agents: { architect: {} }, settings: { runners: { default: 'local', local } } })
  const space = await openSpace(paths.root, {
    isTrusted: true,
    bundledDirectory: fileURLToPath(new URL('../../../../plugins', import.meta.url)),
  })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
  const tasks = { count: { input: { type: 'string' }, output } }
  const asked = { id: 'counter', parent: 'architect', primer: 'You count.', tasks }
  const made = await space.agents.create(asked)
  expect(JSON.parse(JSON.stringify(made))).not.toHaveProperty('run')
  expect(await made.run['count']?.('four')).toMatchObject({ agent: 'architect/counter', result: { n: 4 } })
  await expect(Promise.resolve(made.run['count']?.(4))).rejects.toMatchObject({ code: 'DYNAMIC_INPUT_INVALID' })
  const making = space.agents.create({ ...asked, id: 'other' })
  const names: string[] = []
  for await (const event of making) if (event.type === 'result') names.push(...Object.keys(event.result.run))
  expect(names).toEqual(['count'])
  expect((await making).run).toHaveProperty('count')
  const failed: string[] = []
  try {
    for await (const { type } of space.agents.create(asked)) failed.push(type)
  } catch (error) {
    failed.push((error as { readonly code: string }).code)
  }
  expect(failed.at(-1)).toBe('DYNAMIC_ID_TAKEN')
})
