import { fileURLToPath } from 'node:url'
import { startRunner } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { startRemoteAgent } from './__fixtures__/remote-agent.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: '' },
  task: 'Write about tides.',
  request: 'Write about tides.',
  prompt: 'Write about tides.',
  directory,
  run: { id: 'exec-1', chain: ['writer'] },
}

type Update = { readonly id: string; readonly parts: readonly object[] }

/** Runs a remote agent that streams these artifacts and hangs up. */
async function cutOffAfter(updates: readonly Update[]) {
  await using agent = await startRemoteAgent(() => {}, {
    intercept: (incoming, response) => {
      if (incoming.method !== 'POST') return false
      const events = updates.map(({ id, parts }) => {
        const artifactUpdate = { taskId: 't1', contextId: 'c1', artifact: { artifactId: id, parts } }
        return `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { artifactUpdate } })}\n\n`
      })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(events.join(''), () => setTimeout(() => response.destroy(), 50))
      return true
    },
  })
  await using runner = await startRunner(plugin, { directory, secrets: {}, settings: { url: agent.url } })
  const told: string[] = []
  const signal = AbortSignal.timeout(60_000)
  const error: unknown = await runner
    .run(task, { signal, onOutput: (text) => told.push(text) })
    .catch((e: unknown) => e)
  return { error, told: told.join('') }
}

test('a connection that breaks in the middle of an answer is told as that', async () => {
  const { error, told } = await cutOffAfter([{ id: 'a', parts: [{ text: 'Half' }] }])
  expect(told).toBe('Half')
  expect(error).toMatchObject({
    code: 'RUNNER_A2A_UNREACHABLE',
    message: expect.stringMatching(/^http:\/\/127\S+ broke off in the middle of its answer: [^.]+\.$/),
    details: { transient: true },
  })
})

test('of many artifacts and files each takes as long as the first', async () => {
  const file = { url: 'https://example.com/a.png', mediaType: 'image/png' }
  const updates = Array.from({ length: 20_000 }, (_, index) => ({
    id: `a${index}`,
    parts: [{ text: 'x' }, { ...file, url: `${file.url}?${index}` }],
  }))
  const began = performance.now()
  const { told } = await cutOffAfter(updates)
  expect(told).toHaveLength(20_000)
  expect(performance.now() - began).toBeLessThan(15_000)
}, 60_000)
