import { once } from 'node:events'
import { join } from 'node:path'
import type { Logger } from '@datacortex/plugin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import { emitHook } from './emit-hook.ts'

test('each line of a log names the module that wrote it, and why a hook failed', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const bundledDirectory = join(space.elsewhere, 'bundled')
  const code = `export const plugin = { name: 'hook-loud', kind: 'hooks', setup: ({ log }) => ({
    run_error: ({ code }) => { log.warn({ code, plugin: 'another' }, 'seen'); throw new Error('no moon') } }) }`
  await writeFiles(join(bundledDirectory, 'hook-loud'), {
    'module.yaml': 'name: hook-loud\nversion: 1.0.0\ndescription: x\nprovides: {hooks: [run_error]}\n',
    'package.json': '{"name":"hook-loud","version":"1.0.0","type":"module","exports":"./index.js"}',
    'index.js': code,
  })
  const { modules } = await discoverModules(paths, { bundledDirectory })
  const lines: unknown[] = []
  const keep = (facts: Readonly<Record<string, unknown>>, message: string): unknown => lines.push({ ...facts, message })
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep }
  const run = { execution_id: 'e', agent_id: 'a', task: 't', code: 'X', message: '', transient: false, attempt: 1 }
  await emitHook('run_error', run, { paths, userDirectory, modules, log })
  expect(lines).toEqual([
    { code: 'X', plugin: 'hook-loud', message: 'seen' },
    {
      module: 'hook-loud',
      point: 'run_error',
      code: 'MODULE_CODE_FAILED',
      reason: expect.stringContaining('no moon'),
      message: 'hook failed',
    },
  ])
})

test('a hook that throws what can not be made text fails like any other', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const bundledDirectory = join(space.elsewhere, 'bundled')
  await writeFiles(join(bundledDirectory, 'hook-odd'), {
    'module.yaml': 'name: hook-odd\nversion: 1.0.0\ndescription: x\nprovides: {hooks: [pre_run]}\n',
    'package.json': '{"name":"hook-odd","version":"1.0.0","type":"module","exports":"./index.js"}',
    'index.js': `export const plugin = { name: 'hook-odd', kind: 'hooks', setup: () => ({
      pre_run() { throw { __proto__: null, odd: 1 } } }) }`,
  })
  const { modules } = await discoverModules(paths, { bundledDirectory })
  const run = { execution_id: 'e', agent_id: 'a', task: 't', context_tokens: 1 }
  const message = 'The code of the module hook-odd was set aside: {"odd":1}.'
  expect(await emitHook('pre_run', run, { paths, userDirectory, modules })).toMatchObject([
    { ok: false, error: { code: 'MODULE_CODE_FAILED', message } },
  ])
})

test('a hook has the settings of its module, and what they grant; broken settings fail the hook alone', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const bundledDirectory = join(space.elsewhere, 'bundled')
  const code = `export const plugin = { name: 'hook-set', kind: 'hooks', setup: ({ config, fetch }) => ({
    check_outputs: async () => ({ passed: true, detail: config.limit + ' ' + await fetch(config.base_url).then(({ status }) => status, ({ code }) => code) }) }) }`
  await writeFiles(join(bundledDirectory, 'hook-set'), {
    'module.yaml':
      'name: hook-set\nversion: 1.0.0\ndescription: x\nprovides: {hooks: [check_outputs]}\nsettings: {limit: 1}\n',
    'package.json': '{"name":"hook-set","version":"1.0.0","type":"module","exports":"./index.js"}',
    'index.js': code,
  })
  // Nothing listens there: what matters is that it may be asked.
  const settings = 'plugins: {hook-set: {limit: 7, base_url: "http://127.0.0.1:1/"}}\n'
  await writeFiles(paths.datacore, { 'settings.yaml': settings })
  const { modules } = await discoverModules(paths, { bundledDirectory })
  const run = { execution_id: 'e', agent_id: 'a', task: 't', root: paths.root, outputs: [] }
  expect(await emitHook('check_outputs', run, { paths, userDirectory, modules })).toMatchObject([
    { ok: true, answer: { passed: true, detail: '7 FETCH_UNREACHABLE' } },
  ])
  await writeFiles(paths.datacore, { 'settings.yaml': 'plugins: 7\n' })
  expect(await emitHook('check_outputs', run, { paths, userDirectory, modules })).toMatchObject([
    { ok: false, error: { code: 'PLATFORM_SETTINGS_INVALID' } },
  ])
})

test('a hook has five seconds', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const bundledDirectory = join(space.elsewhere, 'bundled')
  await writeFiles(join(bundledDirectory, 'hook-idle'), {
    'module.yaml': 'name: hook-idle\nversion: 1.0.0\ndescription: x\nprovides: {hooks: [pre_run]}\n',
    'package.json': '{"name":"hook-idle","version":"1.0.0","type":"module","exports":"./index.js"}',
    'index.js': `export const plugin = { name: 'hook-idle', kind: 'hooks', setup: () => ({
      pre_run: () => new Promise(() => process.emit('hook-idle waits')) }) }`,
  })
  const { modules } = await discoverModules(paths, { bundledDirectory })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  const waits = once(process, 'hook-idle waits')
  const run = { execution_id: 'e', agent_id: 'a', task: 't', context_tokens: 1 }
  const reports = emitHook('pre_run', run, { paths, userDirectory, modules })
  await waits
  vi.advanceTimersByTime(4999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  const message = expect.stringContaining('the hook pre_run took longer than 5000 ms')
  expect(await reports).toMatchObject([{ ok: false, error: { message } }])
})
