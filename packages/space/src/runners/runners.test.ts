import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serveChat } from '../__fixtures__/chat-server.ts'
import { workSpace } from '../__fixtures__/work-space.ts'
import { runnerCommand } from '../caller/space-commands.ts'
import type { Work } from '../work.ts'
import { addRunner } from './add-runner.ts'
import { listRunners } from './list-runners.ts'
import { testRunner } from './test-runner.ts'

/** A folder on PATH in which a test lays programs, with no variable set that a known program is given. */
async function programs(files: Readonly<Record<string, string>>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })
  for (const [name, script] of Object.entries(files)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
  for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'CODEX_HOME', 'HTTPS_PROXY', 'NO_PROXY'])
    vi.stubEnv(name, undefined)
}

async function approved({ paths, catalogue }: Work, name: string): Promise<void> {
  const settings = (await readSettings(paths)).runners.named[name]
  const module = (await catalogue()).modules.modules.find((one) => one.name === settings?.plugin)
  if (module === undefined) throw new Error('there is no module')
  await (await runnerCommand(paths, { at: `runners.${name}`, module, settings }))?.approve()
}

test('a model on this machine is added, tried and the only one', async () => {
  const server = await serveChat(() => 'Ready.')
  const { work } = await workSpace()
  const asked = { program: 'openai-compatible', model: 'm-1', url: `${server.url}/v1`, yes: true } as const
  expect(await addRunner.run(work, asked)).toMatchObject({ name: 'openai-compatible', changed: true })
  expect(await addRunner.run(work, asked)).toMatchObject({ changed: false, is_there: true })
  expect(await listRunners.run(work, {})).toMatchObject({ default: 'openai-compatible' })
  const tested = await testRunner.run(work, { name: 'openai-compatible' })
  expect(tested).toMatchObject({ ok: true, missing: [], answer: 'Ready.', tokens_in: 300, tokens_out: 8 })
  expect(server.requests).toHaveLength(1)
})

test('what would be written is shown, and a no or a dry run writes nothing', async () => {
  await programs({})
  const { work, paths } = await workSpace()
  const shown: unknown[] = []
  const ask = {
    confirm: (...asked: unknown[]) => Promise.resolve(shown.push(asked) === 0),
    mayRun: () => Promise.resolve(false),
  }
  expect(await addRunner.run({ ...work, ask }, { program: 'codex' })).toMatchObject({ changed: false, is_there: false })
  expect(JSON.stringify(shown)).toContain('command: [\\\\\\"codex\\\\\\",\\\\\\"exec\\\\\\"'.replaceAll('\\\\\\', '\\'))
  expect(await addRunner.run(work, { program: 'codex', dry_run: true })).toMatchObject({ changed: true, dry_run: true })
  await expect(addRunner.run(work, { program: 'codex' })).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  await expect(readFile(paths.settingsLocalFile)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('keys that are set here are named, others are not', async () => {
  await programs({})
  vi.stubEnv('ANTHROPIC_API_KEY', 'planted-secret')
  const { work, paths } = await workSpace()
  const { entry } = await addRunner.run(work, { program: 'claude-code', model: 'opus', yes: true })
  expect(entry).toEqual({
    plugin: 'runner-command',
    command: ['claude', '-p', '--output-format', 'json', '--model', 'opus'],
    env: ['ANTHROPIC_API_KEY'],
    tools_option: '--allowedTools',
  })
  expect(await readFile(paths.settingsLocalFile, 'utf8')).not.toContain('planted')
  expect((await readSettings(paths)).runners.named['claude-code']).toEqual(entry)
})

test('another runner of the name is kept, and the first one stays the default', async () => {
  await programs({})
  const { work } = await workSpace({
    settings: { runners: { codex: { plugin: 'runner-command', command: ['mine'] } } },
  })
  await expect(addRunner.run(work, { program: 'codex', yes: true })).rejects.toMatchObject({
    code: 'SPACE_RUNNER_TAKEN',
  })
  expect(await addRunner.run(work, { program: 'codex', as: 'other', yes: true })).toMatchObject({ default: 'codex' })
  const server = { program: 'openai-compatible', model: 'm', default: true, yes: true } as const
  expect(await addRunner.run(work, server)).toMatchObject({ default: 'openai-compatible' })
  await expect(addRunner.run(work, { program: 'codex', as: 'agents' })).rejects.toMatchObject({ code: 'CLI_USAGE' })
  await expect(addRunner.run(work, { program: 'openai-compatible' })).rejects.toMatchObject({ code: 'CLI_USAGE' })
})

test('a trial says what is missing: the yes, the program, the key, a readable answer', async () => {
  await programs({ claude: `cat > /dev/null; echo '{"type":"result","result":"READY","usage":{"input_tokens":7}}'` })
  const { work } = await workSpace()
  const missing = async (name: string) => (await testRunner.run(work, { name })).missing
  expect(await missing('claude-code')).toMatchObject([
    { code: 'RUNNER_UNKNOWN', hint: expect.stringContaining('runner add') },
  ])
  await addRunner.run(work, { program: 'claude-code', yes: true })
  expect(await missing('claude-code')).toMatchObject([{ code: 'MODULE_COMMAND_NOT_APPROVED' }])
  await approved(work, 'claude-code')
  expect(await testRunner.run(work, { name: 'claude-code' })).toMatchObject({ ok: true, answer: 'READY', tokens_in: 7 })

  await programs({})
  await addRunner.run(work, { program: 'codex', yes: true })
  await approved(work, 'codex')
  expect(await missing('codex')).toMatchObject([
    { code: 'RUNNER_COMMAND_NOT_STARTED', hint: expect.stringContaining('npm install -g @openai/codex') },
  ])

  await programs({
    gemini: 'cat > /dev/null; echo no key >&2; exit 1',
    opencode: 'cat > /dev/null; echo \'{"odd": 1}\'',
  })
  vi.stubEnv('MY_TEST_API_KEY', 'planted-secret')
  for (const program of ['gemini', 'opencode'] as const) {
    await addRunner.run(work, { program, yes: true })
    await approved(work, program)
  }
  expect(await missing('gemini')).toMatchObject([
    { code: 'RUNNER_COMMAND_FAILED', hint: expect.stringContaining('MY_TEST_API_KEY') },
  ])
  expect(await missing('opencode')).toMatchObject([
    { code: 'RUNNER_ANSWER_UNREADABLE', message: expect.stringContaining('{"odd": 1}') },
  ])
})

test('a server that is not there is reported with how to start one', async () => {
  const { work } = await workSpace()
  const asked = { program: 'openai-compatible', model: 'm', url: 'http://127.0.0.1:9/v1', yes: true } as const
  await addRunner.run(work, asked)
  expect((await testRunner.run(work, { name: 'openai-compatible' })).missing).toMatchObject([
    { code: 'RUNNER_OPENAI_COMPATIBLE_UNREACHABLE', hint: expect.stringContaining('ollama serve') },
  ])
})
