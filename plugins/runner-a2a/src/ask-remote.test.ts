import { fileURLToPath } from 'node:url'
import { TaskState } from '@a2a-js/sdk'
import { startRunner } from '@datacortex/testkit'
import { expect, test, vi } from 'vitest'
import type { RemoteAgent, RemoteTurn } from './__fixtures__/remote-agent.ts'
import { startRemoteAgent, textPart } from './__fixtures__/remote-agent.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const never = new AbortController().signal
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: '' },
  task: 'Write about tides.',
  request: 'Write about tides.',
  prompt: 'Write about tides.',
  directory,
  run: { id: 'exec-1', chain: ['writer'] },
}

function started({ url }: RemoteAgent, settings: Readonly<Record<string, unknown>> = {}) {
  return startRunner(plugin, { directory, secrets: {}, settings: { url, ...settings } })
}

async function neverDone({ task }: RemoteTurn): Promise<void> {
  task()
  await new Promise(() => {})
}

test.each([
  ['that streams', {}, true],
  ['asked plainly', { stream: false }, true],
  ['that can not stream', {}, false],
])('an aborted run is cancelled at a remote agent %s', async (_name, settings, streaming) => {
  await using agent = await startRemoteAgent(neverDone, { streaming })
  await using runner = await started(agent, settings)
  await expect(runner.run(task, { signal: AbortSignal.timeout(500) })).rejects.toThrow(/timeout/)
  await vi.waitUntil(() => agent.cancelled.length === 1, { timeout: 5000 })
})

test('a remote task that nobody follows any more is cancelled before another attempt', async () => {
  let asked = 0
  await using agent = await startRemoteAgent(neverDone, {
    intercept: (incoming, response) => {
      if (incoming.method !== 'POST' || (asked += 1) !== 2) return false
      response.writeHead(503).end()
      return true
    },
  })
  await using runner = await started(agent, { stream: false })
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({ code: 'RUNNER_A2A_REFUSED' })
  expect(agent.cancelled).toHaveLength(1)
})

test('asking for a task often does not use up what its answer may have', async () => {
  await using agent = await startRemoteAgent(
    async ({ task, artifact, state }) => {
      task()
      artifact([textPart('x'.repeat(3000))])
      await new Promise((resolve) => setTimeout(resolve, 1500))
      state(TaskState.TASK_STATE_COMPLETED)
    },
    { streaming: false },
  )
  await using runner = await started(agent, { max_output_bytes: 5000 })
  expect((await runner.run(task, { signal: never })).text).toBe('x'.repeat(3000))
})
