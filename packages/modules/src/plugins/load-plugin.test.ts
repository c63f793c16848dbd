import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { approve, hasApproval, revokeApproval, secretApproval } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TemporarySpace, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { type LoadPluginOptions, loadPlugin } from './load-plugin.ts'
import { moduleCommand } from '../trust/module-command.ts'
import { sentSecrets } from '../trust/granted-by.ts'

// `safeParse` stands for a schema: the code of a module in a temporary folder can't import zod here.
const code = `const config = { safeParse: (data) => typeof data.url === 'number'
  ? { success: false, error: { issues: [{ code: 'custom', path: ['url'], message: 'expected string' }] } } : { success: true, data } }
export const plugin = { name: 'runner-any', kind: 'runner', config,
  setup: ({ secret }) => ({ run: async ({ task }) => ({ text: (await secret(task)) ?? 'missing' }) }) }`

/** A module of the program that runs commands, and maybe talks to hosts. */
async function moduleWith(
  space: TemporarySpace,
  { commands = [], network = [], settings = {} }: { commands?: string[]; network?: string[]; settings?: object },
  index = code,
): Promise<DiscoveredModule> {
  const permissions = { commands, network, env: ['OWN_KEY'] }
  await writeFiles(join(space.elsewhere, 'bundled/runner-any'), {
    'module.yaml': JSON.stringify({
      manifest_version: 2,
      name: 'runner-any',
      version: '1.0.0',
      description: 'x',
      permissions,
      settings,
    }),
    'package.json': '{"name":"runner-any","version":"1.0.0","type":"module","exports":"./index.js"}',
    'index.js': index,
  })
  const { modules } = await discoverModules(space.paths, { bundledDirectory: join(space.elsewhere, 'bundled') })
  const [module] = modules
  if (module === undefined) throw new Error('no module')
  return module
}

async function outcome(
  space: TemporarySpace,
  module: DiscoveredModule,
  { ask = 'OWN_KEY', ...options }: Partial<LoadPluginOptions> & { readonly ask?: string } = {},
): Promise<unknown> {
  try {
    const { paths, userDirectory } = space
    await using plugin = await loadPlugin(module, { paths, userDirectory, ...options })
    if (plugin.kind !== 'runner') return plugin.kind
    const agent = { id: 'a', name: 'A', prompt: '' }
    const task = { agent, task: ask, request: '', prompt: '', directory: '/', run: { id: 'x', chain: [] } }
    return (await plugin.started.run(task, { signal: new AbortController().signal })).text
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return error.code
  }
}

test('code has its folder when it asks for it, and leaves none behind otherwise', async () => {
  await using space = await temporarySpace()
  expect(await outcome(space, await moduleWith(space, {}))).toBe('missing')
  expect(existsSync(join(space.paths.stateDirectory, 'modules'))).toBe(false)
  await using other = await temporarySpace()
  const { stateDirectory } = other.paths
  const asking = await moduleWith(other, {}, code.replace('({ secret }) => (', '({ secret, dataDir }) => dataDir && ('))
  await writeFiles(stateDirectory, { modules: 'no folder' })
  expect(await outcome(other, asking)).toBe('PLATFORM_FILE_UNWRITABLE')
  await rm(join(stateDirectory, 'modules'))
  expect(await outcome(other, asking)).toBe('missing')
  expect(existsSync(join(stateDirectory, 'modules/runner-any'))).toBe(true)
})

test('code has ten seconds to start', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const idle = `export const plugin = { name: 'runner-any', kind: 'runner',
    setup: () => new Promise(() => process.emit('runner-any waits')) }`
  const module = await moduleWith(space, {}, idle)
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  const waits = once(process, 'runner-any waits')
  const loading = loadPlugin(module, { paths, userDirectory }).catch((error: unknown) => error)
  await waits
  vi.advanceTimersByTime(9999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  const message = expect.stringContaining('starting it took longer than 10000 ms')
  expect(await loading).toMatchObject({ code: 'MODULE_CODE_FAILED', message })
})

const any = { commands: ['*'] }
const evil = { command: ['sh', '-c', 'id\u001b[8m'], env: ['MODEL_KEY', 'OTHER'] }

test('a command of the settings runs only after a yes to exactly it', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const module = await moduleWith(space, any)
  const loading = loadPlugin(module, { paths, userDirectory, settings: evil, settingsAt: 'runners.claude' })
  const error: unknown = await loading.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'MODULE_COMMAND_NOT_APPROVED',
    message:
      'The module runner-any does not run the command of runners.claude: you have not approved it for this space.',
    hint: 'It is exactly ["sh","-c","id\\u001b[8m"] with the variables MODEL_KEY, OTHER. If you trust it: datacortex trust allow runners.claude',
  })
  const command = await moduleCommand(module, { paths, settings: evil })
  if (command === undefined) throw new Error('no command')
  await approve(command, { userDirectory })
  expect(await outcome(space, module, { settings: evil })).toBe('missing')
  const changes = [
    { ...evil, command: ['sh', '-c', 'id'] },
    { ...evil, command: 'sh' },
    { ...evil, env: ['MODEL_KEY'] },
    { ...evil, api_key: 'THIRD' },
    { ...evil, command: [...evil.command, ''] },
  ]
  for (const settings of changes) expect(await outcome(space, module, { settings })).toBe('MODULE_COMMAND_NOT_APPROVED')
  await using other = await temporarySpace()
  expect(await outcome({ ...other, userDirectory }, module, { settings: evil })).toBe('MODULE_COMMAND_NOT_APPROVED')
  expect(await hasApproval(command, { userDirectory })).toBe(true)
  expect(await revokeApproval(command, { userDirectory })).toBe(true)
  expect(await hasApproval(command, { userDirectory })).toBe(false)
  expect(await outcome(space, module, { settings: evil })).toBe('MODULE_COMMAND_NOT_APPROVED')
})

test.each([
  [{ command: 'espeak-ng' }, 'missing'],
  [{ command: ['espeak-ng'] }, 'missing'],
  [{}, 'missing'],
  [{ command: './espeak-ng' }, 'MODULE_COMMAND_NOT_APPROVED'],
  [{ command: ['espeak-ng', '--path=/x'] }, 'MODULE_COMMAND_NOT_APPROVED'],
  [{ command: 'espeak-ng', env: ['MODEL_KEY'] }, 'MODULE_COMMAND_NOT_APPROVED'],
  [{ command: '*' }, 'MODULE_COMMAND_NOT_APPROVED'],
  [{ command: { program: 'espeak-ng' } }, 'MODULE_COMMAND_NOT_APPROVED'],
])('what the manifest names itself needs no yes: %j ends as %s', async (settings, expected) => {
  await using space = await temporarySpace()
  const module = await moduleWith(space, { commands: ['espeak-ng', '*'], settings: { command: 'espeak-ng' } })
  expect(await outcome(space, module, { settings })).toBe(expected)
})

test('a module that says it runs no commands has settings of its own', async () => {
  await using space = await temporarySpace()
  const module = await moduleWith(space, {})
  expect(await moduleCommand(module, { paths: space.paths, settings: { command: 'x' } })).toBeUndefined()
})

test.each([
  [{}, 'shell'],
  [{ settings: { base_url: 'http://127.0.0.1:8080/v1' }, network: ['127.0.0.1:8080'] }, 'PLATFORM_SECRET_WITHHELD'],
  [{ settings: { base_url: 'http://localhost:1/v1' } }, 'PLATFORM_SECRET_WITHHELD'],
  [{ settings: { base_url: 'https://own.example:8443/v1' } }, 'PLATFORM_SECRET_WITHHELD'],
  [{ settings: { base_url: 'https://api.example.com/v2' }, network: ['api.example.com'] }, 'shell'],
  [{ settings: { base_url: 'https://own.example/v2' } }, 'shell'],
  [{ settings: { base_url: 'https://evil.example' }, network: ['evil.example'] }, 'PLATFORM_SECRET_WITHHELD'],
  [{ settings: { deep: [{ url: 'https://evil.example/x' }] } }, 'PLATFORM_SECRET_WITHHELD'],
  [{ network: ['*'] }, 'PLATFORM_SECRET_WITHHELD'],
] satisfies (readonly [Partial<LoadPluginOptions>, string])[])('a secret with %j: %s', async (options, expected) => {
  await using space = await temporarySpace()
  vi.stubEnv('OWN_KEY', 'shell')
  const module = await moduleWith(space, {
    network: ['api.example.com'],
    settings: { base_url: 'https://own.example/v1' },
  })
  expect(await outcome(space, module, options)).toBe(expected)
  await writeFiles(space.paths.envDirectory, { OWN_KEY: 'file' })
  expect(await outcome(space, module, options)).toBe(expected === 'shell' ? 'file' : expected)
  for (const one of sentSecrets(module, options))
    await approve(await secretApproval(space.paths, one), { userDirectory: space.userDirectory })
  expect(await outcome(space, module, options)).toBe('file')
})

test('a program that the manifest names needs a yes where PATH leads to one of the space', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  const module = await moduleWith(space, { commands: ['espeak-of-tests'] })
  const settings = { command: 'espeak-of-tests' }
  vi.stubEnv('PATH', join(paths.root, 'bin'))
  expect((await moduleCommand(module, { paths, settings }))?.needsApproval).toBe(false)
  await writeFiles(join(paths.root, 'bin'), { 'espeak-of-tests': '#!/bin/sh' })
  await chmod(join(paths.root, 'bin/espeak-of-tests'), 0o755)
  expect(await moduleCommand(module, { paths, settings })).toMatchObject({
    needsApproval: true,
    scripts: ['bin/espeak-of-tests'],
  })
})

test('an approved command gets the variables that it was approved with', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  vi.stubEnv('MODEL_KEY', 'of the model')
  const module = await moduleWith(space, any)
  const settings = { command: ['claude'], env: ['MODEL_KEY'] }
  const command = await moduleCommand(module, { paths, settings })
  if (command !== undefined) await approve(command, { userDirectory })
  const options = { settings, secrets: ['MODEL_KEY'], network: ['evil.example'], ask: 'MODEL_KEY' }
  expect(await outcome(space, module, options)).toBe('of the model')
})

test('a script of the space that an approved command names needs another yes when it changes, data do not', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const module = await moduleWith(space, any)
  const files = { 'run.sh': 'echo one\n', 'bin/tool': '#!/bin/sh\n', 'log.md': 'one\n' }
  await writeFiles(paths.root, files)
  const settings = { command: ['sh', './run.sh', 'bin/tool', 'log.md', 'new.sh', 'a\0b', 'x'.repeat(5000), '..', '.'] }
  const command = await moduleCommand(module, { paths, settings })
  expect(command?.scripts).toEqual(['run.sh', 'bin/tool'])
  if (command !== undefined) await approve(command, { userDirectory })
  expect(await outcome(space, module, { settings })).toBe('missing')
  await writeFiles(paths.root, { 'log.md': 'two\n' })
  expect(await outcome(space, module, { settings })).toBe('missing')
  for (const name of ['run.sh', 'bin/tool', 'new.sh']) {
    await writeFiles(paths.root, { [name]: '#! echo two\n' })
    expect(await outcome(space, module, { settings })).toBe('MODULE_COMMAND_NOT_APPROVED')
    if (name === 'new.sh') continue
    await writeFiles(paths.root, files)
    expect(await outcome(space, module, { settings })).toBe('missing')
  }
})

test('a command with a variable that loads code never runs, and none while PATH is relative', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const module = await moduleWith(space, { commands: ['*', 'espeak-ng'] })
  const settings = { command: ['claude'], env: ['NODE_OPTIONS'] }
  const command = await moduleCommand(module, { paths, settings })
  if (command !== undefined) await approve(command, { userDirectory })
  expect(await outcome(space, module, { settings })).toBe('MODULE_COMMAND_REFUSED')
  expect(await outcome(space, module, { settings: { command: 'espeak-ng' } })).toBe('missing')
  vi.stubEnv('PATH', `/usr/bin${delimiter}.`)
  expect(await outcome(space, module, { settings: { command: 'espeak-ng' } })).toBe('MODULE_COMMAND_REFUSED')
})

test('settings that a module does not understand are a mistake in the settings', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const module = await moduleWith(space, {})
  await expect(
    loadPlugin(module, { paths, userDirectory, settings: { url: 7 }, settingsAt: 'runners.remote' }),
  ).rejects.toMatchObject({
    code: 'MODULE_SETTINGS_INVALID',
    message: 'runners.remote of the settings is not what the module runner-any understands: url: expected string.',
    hint: 'Correct it in the file that `datacortex settings runners.remote` names.',
  })
})
