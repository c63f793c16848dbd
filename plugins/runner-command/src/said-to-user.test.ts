import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { startPlugin } from '@datacortex/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const never = new AbortController().signal
const run = { id: 'exec-1', chain: ['writer'] }
const words = { task: 'a task', request: 'a task', prompt: 'a task' }
const task = { agent: { id: 'writer', name: 'Writer', prompt: 'Write.' }, ...words, directory, run }

function started(script: string, env: readonly string[] = []) {
  const command = [process.execPath, '--input-type=module', '-e', script]
  return startPlugin(plugin, { directory, settings: { command, env }, secrets: {} })
}

test('a program that fails is followed by the names of what is set here and was withheld, never by values', async () => {
  vi.stubEnv('OTHER_API_KEY', 'planted-secret-value')
  vi.stubEnv('OTHER_BASE_URL', 'https://model.example')
  vi.stubEnv('NAMED_API_KEY', 'x')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using runner = await started('process.exit(3)', ['NAMED_API_KEY'])
  const failed = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(CodedError)
  const { message, hint, details } = failed as CodedError
  expect(hint).toMatch(/not given to it: .*OTHER_API_KEY.*OTHER_BASE_URL.*Name what it needs under `env`/)
  expect(details).toMatchObject({ withheld: expect.arrayContaining(['OTHER_API_KEY', 'OTHER_BASE_URL']) })
  expect(JSON.stringify([message, hint, details])).not.toMatch(/planted|model\.example|NAMED_API_KEY/)
})

test('a client of the network is told no names of what is set here', async () => {
  vi.stubEnv('OTHER_API_KEY', 'planted-secret-value')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using runner = await started('process.exit(3)')
  const asked = { ...task, run: { ...run, client: 'ci' } }
  const { hint, details } = (await runner.run(asked, { signal: never }).catch((error: unknown) => error)) as CodedError
  expect(JSON.stringify([hint, details])).not.toContain('OTHER_API_KEY')
})

test('what a program says on stderr is kept where it ends well without an answer', async () => {
  await using silent = await started('console.error("no model is set")')
  expect(await silent.run(task, { signal: never })).toMatchObject({
    text: '',
    remarks: ['It answered nothing, and said on stderr: no model is set'],
  })
})

test('an address in what a failing program says keeps its two slashes', async () => {
  const said = 'see https://docs.example//a/b and http://a.example/c'
  await using runner = await started(`console.error(${JSON.stringify(said)}); process.exit(3)`)
  const failed = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(String(failed)).toContain(said)
})

test('what a known program says of its failure is taken out of its JSON', async () => {
  const said = { type: 'result', subtype: 'success', is_error: true, result: 'Invalid API key · Please run /login' }
  await using runner = await started(`console.log(${JSON.stringify(JSON.stringify(said))}); process.exitCode = 1`)
  const failed = await runner.run(task, { signal: never }).catch((error: unknown) => error)
  expect(String(failed)).toMatch(/last on stdout: Invalid API key · Please run \/login$/)
})

test('a known program that gave up before an answer gave none, and why is said', async () => {
  const said = { type: 'result', subtype: 'error_max_turns', is_error: false, total_cost_usd: 0.5, usage: {} }
  await using runner = await started(`console.log(${JSON.stringify(JSON.stringify(said))})`)
  expect(await runner.run(task, { signal: never })).toMatchObject({
    text: '',
    status: 'partial',
    cost_usd: 0.5,
    remarks: ['It ended with error_max_turns.'],
  })
})
