import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { startPlugin } from '@datacortex/testkit'
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

/** Runs a remote agent that streams these artifacts and hangs up when all of them have arrived. */
async function cutOffAfter(updates: readonly Update[]) {
  const output: string[] = []
  let stream: ServerResponse | undefined
  await using agent = await startRemoteAgent(() => {}, {
    intercept: (incoming, response) => {
      if (incoming.method !== 'POST') return false
      if (stream !== undefined) {
        // Asked what became of the task.
        response.destroy()
        return true
      }
      stream = response
      const events = updates.map(({ id, parts }) => {
        const artifactUpdate = { taskId: 't1', contextId: 'c1', artifact: { artifactId: id, parts } }
        return `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { artifactUpdate } })}\n\n`
      })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(events.join(''))
      return true
    },
  })
  await using runner = await startPlugin(plugin, { directory, secrets: {}, settings: { url: agent.url } })
  const onOutput = (text: string): void => {
    if (output.push(text) === updates.length) stream?.destroy()
  }
  const { signal } = new AbortController()
  const error: unknown = await runner.run(task, { signal, onOutput }).catch((error: unknown) => error)
  return { error, output: output.join('') }
}

test('a connection that breaks in the middle of an answer is told as that', async () => {
  const { error, output } = await cutOffAfter([{ id: 'a', parts: [{ text: 'Half' }] }])
  expect(output).toBe('Half')
  expect(error).toMatchObject({
    code: 'RUNNER_A2A_UNREACHABLE',
    message: expect.stringMatching(/^http:\/\/127\S+ broke off in the middle of its answer: [^.]+\.$/),
    details: { transient: true },
  })
})

test('many artifacts and files are all told', async () => {
  const file = { url: 'https://example.com/a.png', mediaType: 'image/png' }
  const updates = Array.from({ length: 500 }, (_, index) => ({
    id: `a${index}`,
    parts: [{ text: 'x' }, { ...file, url: `${file.url}?${index}` }],
  }))
  const { output } = await cutOffAfter(updates)
  expect(output).toHaveLength(500)
})
