import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '@datacortex/platform'
import type { Extraction } from '@datacortex/plugin'
import type { DiscoveredModule } from '@datacortex/modules'
import { runSpace } from '../run/__fixtures__/run-space.ts'
import type { ChosenRunner } from './choose-runner.ts'
import { codeRunner } from './code-runner.ts'
import { openRunner } from './open-runner.ts'

const limits = { timeoutMs: 1000, maxAttempts: 1, backoffMs: 1 }
const run = { id: 'exec-1', chain: ['a'] }
const never = new AbortController().signal
const open = (): undefined => undefined

test.each([
  ['agent-counter', 'sub-agent'],
  ['hook-tell', 'hooks'],
])('the module %s is no runner', async (name, actual) => {
  const { module, options } = await moduleOf(name)
  const place = { settings: {}, settingsAt: 'runners.mine', network: [], secrets: [] }
  const chosen: ChosenRunner = { name: 'mine', kind: 'plugin', module, ...place, ...limits }
  await expect(openRunner(chosen, options)).rejects.toMatchObject({
    code: 'RUNNER_UNAVAILABLE',
    message: expect.stringContaining(`is of the kind ${actual}`),
  })
})

test('code of an agent that is a runner says so when it is asked', async () => {
  const { module, options } = await moduleOf('runner-stub')
  await using runner = await openRunner(
    { name: 'code', kind: 'code', module: taking(module, 'text/plain'), accepts: ['text/plain'], ...limits },
    options,
  )
  const task = { agent: { id: 'a', name: 'A', prompt: '' }, task: 'x', request: 'x', prompt: 'x', run }
  await expect(runner.run({ ...task, directory: options.paths.root }, { signal: never })).rejects.toMatchObject({
    code: 'MODULE_CODE_FAILED',
    message: expect.stringContaining('of the kind runner'),
  })
})

async function moduleOf(name: string) {
  const space = await runSpace([])
  const module = (await space.catalogue()).modules.modules.find((one) => one.name === name)
  if (module === undefined) throw new Error('The fixture lacks a module.')
  const { paths } = space
  return { module, options: { paths, settings: await readSettings(paths), whyHidden: open } }
}

function taking(module: DiscoveredModule, contentType: string): DiscoveredModule {
  const subagents = { a: { accepts: [contentType], description: 'a' } }
  return { ...module, manifest: { ...module.manifest, provides: { ...module.manifest.provides, subagents } } }
}

test('code gets what the task names: a file of the space, an address, or the words', async () => {
  const { paths } = await runSpace([], {
    files: { 'a/report.pdf': '%PDF', 'closed/day.md': 'sad', '.datacore/env/KEY': 'secret' },
  })
  await mkdir(join(paths.root, 'folder'))
  await writeFile(join(paths.root, 'notes.unknown'), 'x')
  const seen: string[] = []
  const runner = codeRunner(
    ({ contentType, name, bytes }) => {
      seen.push(`${contentType} ${name}`)
      return Promise.resolve(extractionOf(Buffer.from(bytes).toString()))
    },
    { accepts: [], whyHidden: (path) => (path.startsWith('closed/') ? 'its level is private' : undefined) },
  )
  const ask = async (task: string): Promise<string> => {
    const agent = { id: 'a', name: 'A', prompt: '' }
    return (
      await runner.run({ agent, task, request: task, prompt: task, directory: paths.root, run }, { signal: never })
    ).text
  }
  expect(await ask(' a/report.pdf\n')).toBe('%PDF')
  expect(await ask('notes.unknown')).toBe('x')
  expect(await ask('https://example.org/a')).toBe('https://example.org/a')
  for (const task of ['closed/day.md', './closed/day.md'])
    await expect(ask(task)).rejects.toMatchObject({
      code: 'RUNNER_INPUT_CLOSED',
      message: 'a may not read closed/day.md: its level is private.',
    })
  await truncate(join(paths.root, 'notes.unknown'), 200_000_001)
  for (const [task, reason] of [
    ['.datacore/env/KEY', 'it holds secrets, which are never loaded'],
    ['notes.unknown', 'it has 200,000,001 bytes, more than 200,000,000'],
  ] as const)
    await expect(ask(task)).rejects.toMatchObject({
      code: 'RUNNER_INPUT_CLOSED',
      message: `a may not read ${task}: ${reason}.`,
      hint: 'Name another file.',
    })
  const words = ['Count this', 'folder', 'gone', 'It is 3.5', '4.2']
  for (const task of words) expect(await ask(task)).toBe(task)
  expect(seen).toEqual([
    'application/pdf report.pdf',
    'application/octet-stream notes.unknown',
    'text/uri-list https://example.org/a',
    ...words.map(() => 'text/plain task.txt'),
  ])
})

test('code that gets the words of a task says which of them it did not read', async () => {
  const { paths } = await runSpace([])
  const agent = { id: 'a', name: 'A', prompt: '' }
  const asked = async (task: string, takes: string): Promise<unknown> => {
    const runner = codeRunner(
      ({ contentType }) => Promise.resolve(contentType === takes ? extractionOf('x') : undefined),
      { accepts: [takes], whyHidden: open },
    )
    const request = { agent, task, request: task, prompt: task, directory: paths.root, run }
    return await runner.run(request, { signal: never }).catch((error: unknown) => error)
  }
  const path = '0-personal/notes/tides.md'
  expect(await asked(`Read ${path}.`, 'text/plain')).toMatchObject({
    remarks: [`${path} was not read: a got the words of the task. To have it read, give it alone as the task.`],
  })
  expect(await asked('https://example.org/a', 'text/plain')).toMatchObject({
    remarks: ['https://example.org/a was not read: a takes it as words only.'],
  })
  expect(await asked('https://example.org/a', 'text/uri-list')).toMatchObject({ remarks: [] })
  expect(await asked(path, 'text/plain')).toMatchObject({
    code: 'RUNNER_INPUT_REFUSED',
    message: 'The code of a does not take text/markdown.',
  })
  expect(await asked('Extract nothere.pdf', 'application/pdf')).toMatchObject({
    code: 'RUNNER_INPUT_REFUSED',
    hint: 'Give one path or address alone as the task, such as nothere.pdf; it takes application/pdf.',
  })
  expect(await asked('nothere.pdf', 'application/pdf')).toMatchObject({
    code: 'RUNNER_INPUT_UNREADABLE',
    message: "a can't read nothere.pdf: there is no such file in the space.",
  })
})

test('code that takes nothing of it says what it takes', async () => {
  const runner = codeRunner(() => Promise.resolve(undefined), { accepts: ['application/pdf'], whyHidden: open })
  const agent = { id: 'a', name: 'A', prompt: '' }
  const task = { agent, task: 'words', request: 'words', prompt: 'words', directory: '/', run }
  await expect(runner.run(task, { signal: never })).rejects.toMatchObject({
    code: 'RUNNER_INPUT_REFUSED',
    hint: expect.stringContaining('application/pdf'),
    details: { transient: false },
  })
})

function extractionOf(text: string): Extraction {
  return { documents: [{ id: '', title: '', text, blocks: [], authors: [] }], findings: [] }
}
