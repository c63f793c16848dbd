import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { memoriesOf } from './__fixtures__/memories-of.ts'
import { run, runSpace } from './__fixtures__/run-space.ts'
import type { RunProgress } from './run-progress.ts'

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
  const told: string[] = []
  const onProgress = (event: RunProgress): void => void (event.type === 'output' && told.push(event.text))
  await run(space, { onProgress })
  expect(told.join('')).toBe('Your key is [secret FILE_KEY].')
})
