import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { memoriesOf } from '../__fixtures__/memories-of.ts'
import { type StubAnswer, run, runSpace } from '../__fixtures__/run-space.ts'
import type { RunAgentOptions, RunProgress } from '../run-agent-options.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('an answer is kept, remembered and handed on without the secrets of the space and of its runner', async () => {
  vi.stubEnv('STUB_KEY', 'sk-stub-1234567')
  const text = 'Your key is sk-stub-1234567, and another is sk-file-1234567.\n\n## Insights\n\n- Use sk-file-1234567.\n'
  const space = await runSpace(
    [{ text, remarks: ['Billed to sk-stub-1234567'], insights: ['It is sk-stub-1234567'] }],
    {
      runner: { api_key: 'STUB_KEY' },
      files: { '.datacore/env/FILE_KEY': 'sk-file-1234567\n' },
    },
  )
  const result = await run(space, { id: 'exec-1' })
  expect(result.text).toContain('Your key is [secret STUB_KEY], and another is [secret FILE_KEY].')
  expect(result.findings).toMatchObject([
    { code: 'EXECUTION_SECRET_CONCEALED', message: expect.stringMatching(/STUB_KEY, FILE_KEY|FILE_KEY, STUB_KEY/) },
    { code: 'EXECUTION_RUNNER_REMARK', message: 'Billed to [secret STUB_KEY]' },
  ])
  const kept = await readFile(join(space.paths.stateDirectory, 'outputs/exec-1.md'), 'utf8')
  const log = await readFile(join(space.paths.stateDirectory, 'execution_log.yaml'), 'utf8')
  const memories = JSON.stringify(await memoriesOf(space.paths))
  expect(`${kept}${log}${memories}`).not.toMatch(/sk-(?:stub|file)-/)
})

test('so is the message of a failure', async () => {
  const space = await runSpace([{ error: { code: 'STUB_DENIED', message: 'Incorrect API key: sk-file-1234567' } }], {
    files: { '.datacore/env/FILE_KEY': 'sk-file-1234567\n' },
  })
  const { error } = await run(space, { id: 'exec-1' })
  expect(error?.message).toBe('Incorrect API key: [secret FILE_KEY]')
})

test('and what is told while it runs', async () => {
  const space = await runSpace([{ text: 'Your key is sk-file-1234567.' }], {
    files: { '.datacore/env/FILE_KEY': 'sk-file-1234567\n' },
  })
  const reported: string[] = []
  const onProgress = (event: RunProgress): void => void (event.type === 'output' && reported.push(event.text))
  await run(space, { onProgress })
  expect(reported.join('')).toBe('Your key is [secret FILE_KEY].')
})

const file = { files: { '.datacore/env/FILE_KEY': 'sk/file+1234567\n' } }

/** What is told, kept and logged of a run whose answer or failure is this. */
async function shownOf(answer: StubAnswer, options: Partial<RunAgentOptions> & { readonly timeoutMs?: number } = {}) {
  const { timeoutMs = 80_000_000, ...asked } = options
  const space = await runSpace([answer], { ...file, runner: { timeout_ms: timeoutMs, max_attempts: 1 } })
  const reported: string[] = []
  const onProgress = (event: RunProgress): void => {
    if (event.type !== 'output') return
    reported.push(event.text)
    if (event.text.includes('STOP')) stop.abort('enough')
  }
  const stop = new AbortController()
  const result = await run(space, { id: 'exec-1', onProgress, signal: stop.signal, ...asked }).catch(String)
  const kept = await readFile(join(space.paths.stateDirectory, 'outputs/exec-1.md'), 'utf8').catch(() => '')
  const log = await readFile(join(space.paths.stateDirectory, 'execution_log.yaml'), 'utf8')
  const memories = JSON.stringify(await memoriesOf(space.paths))
  const hooks = await readFile(join(space.paths.stateDirectory, 'modules/hook-tell/told'), 'utf8').catch(() => '')
  return {
    reported: reported.join(''),
    result,
    all: `${reported.join('')}${JSON.stringify(result)}${kept}${log}${memories}${hooks}`,
  }
}

test.each<[string, StubAnswer, object]>([
  ['the time is over', { hang: true, says: 'The key: sk/file+12345' }, { timeoutMs: 50 }],
  ['the caller gives up', { hang: true, says: 'STOP The key: sk/file+12345' }, {}],
  ['the answer is cut off', { text: 'The key: sk/file+12345', status: 'partial' }, {}],
  ['an error quotes its beginning', { error: { code: 'X_NO', message: 'It said sk/file+12345' } }, {}],
])('of a secret in the middle of which %s, nothing is told, kept or logged', async (_name, answer, options) => {
  const { all, reported } = await shownOf(answer, options)
  expect(all).not.toContain('sk/f')
  expect(all).toContain('[beginning of a secret]')
  expect(reported).toMatch(/^(?:.*The key: \[beginning of a secret\])?$/)
})

test('a whole answer that ends as a secret begins is told as it is', async () => {
  const { reported, all } = await shownOf({ text: 'Keys begin with sk/file' })
  expect(reported).toBe('Keys begin with sk/file')
  expect(all).not.toContain('beginning of a secret')
})

test('a secret that is a part of JSON in the answer is taken out, too', async () => {
  const { all } = await shownOf({ text: String.raw`The server says {"key": "sk\/file+1234567"} to all.` })
  expect(all).toContain('[secret FILE_KEY]')
  expect(all).not.toContain('file+')
})

test('a secret in the task reaches the runner, and neither log nor memory nor hooks', async () => {
  const task = 'Explain the tides with the key sk/file+1234567'
  const search = async (): Promise<[]> => []
  const { all, result } = await shownOf(
    { text: 'The tides of the harbour come twice a day, at six.' },
    { task, search },
  )
  expect(all).not.toContain('file+')
  expect(all).toContain('Asked: Explain the tides with the key [secret FILE_KEY]')
  expect(result).toMatchObject({
    findings: [
      {
        code: 'EXECUTION_SECRET_CONCEALED',
        subject: 'exec-1',
        message: expect.stringContaining('The task of exec-1 holds a secret'),
      },
    ],
  })
  const same = `You asked me: ${task}, and no more.`
  const { result: echoed } = await shownOf({ text: same }, { task: same })
  const nothingNew: unknown = expect.objectContaining({ code: 'EXECUTION_NOTHING_NEW' })
  expect(echoed).toMatchObject({ findings: expect.arrayContaining([nothingNew]) })
  const counted = await run(await runSpace([], file), { agent: 'counter', task })
  expect(counted.text).toContain(`${task.length} bytes`)
})
