import { fileURLToPath } from 'node:url'
import { TaskState } from '@a2a-js/sdk'
import { startRunner } from '@datacortex/testkit'
import { expect, test, vi } from 'vitest'
import type { RemoteAgent, RemoteTurn } from './__fixtures__/remote-agent.ts'
import { cutStream, startRemoteAgent, textPart } from './__fixtures__/remote-agent.ts'
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

test('a task whose stream breaks off goes on, and is asked for', async () => {
  let asked = 0
  await using agent = await startRemoteAgent(
    async ({ task, artifact, state }) => {
      asked += 1
      task()
      artifact([textPart('First, ')])
      await new Promise((resolve) => setTimeout(resolve, 300))
      artifact([textPart('second.')], { append: true })
      state(TaskState.TASK_STATE_COMPLETED)
    },
    { intercept: cutStream },
  )
  await using runner = await started(agent)
  const told: string[] = []
  const result = await runner.run(task, { signal: never, onOutput: (text) => void told.push(text) })
  expect([result.text, told, asked, agent.cancelled]).toEqual(['First, second.', ['First, ', 'second.'], 1, []])
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

test('what was made before a question is kept, and why a task failed is no answer, streamed or not', async () => {
  const behave = (state: TaskState) => (turn: RemoteTurn) => {
    turn.task()
    if (state === TaskState.TASK_STATE_INPUT_REQUIRED) turn.artifact([textPart('A draft.')])
    turn.state(state, 'Which sea?')
  }
  for (const stream of [true, false]) {
    const told: string[] = []
    const options = { signal: never, onOutput: (text: string) => void told.push(text) }
    await using asking = await startRemoteAgent(behave(TaskState.TASK_STATE_INPUT_REQUIRED))
    await using runner = await started(asking, { stream })
    expect((await runner.run(task, options)).text).toBe('A draft.\n\nWhich sea?')
    expect(told.splice(0).join('')).toBe('A draft.\n\nWhich sea?')
    await using refusing = await startRemoteAgent(behave(TaskState.TASK_STATE_REJECTED))
    await using other = await started(refusing, { stream })
    await expect(other.run(task, options)).rejects.toThrow('Which sea?')
    expect(told).toEqual([])
  }
})
