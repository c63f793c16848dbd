import { CodedError } from '@datacortex/errors'
import type { RunnersSettings } from '@datacortex/platform'
import { checkManifest } from '@datacortex/plugin'
import type { DiscoveredModule } from '@datacortex/modules'
import type { RegisteredAgent } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { chooseRunner } from './choose-runner.ts'
import { examineRunners } from './examine-runners.ts'

function module(name: string, provides: object = {}): DiscoveredModule {
  const { manifest } = checkManifest({ name, version: '1.0.0', description: 'x', provides }, { file: 'module.yaml' })
  return { name, version: '1.0.0', directory: '/', origin: 'bundled', manifest, warnings: [] }
}

const subagent = { accepts: ['text/plain'], description: 'x' }
const modules = [
  module('runner-a'),
  module('runner-b'),
  module('counters', { agents: { counter: {}, adder: {} }, subagents: { counter: subagent } }),
  module('fetcher', { agents: { 'url-fetcher': {} }, subagents: { url: subagent } }),
]

const entry = { name: 'X', description: 'x', skills: [] }
const writer: RegisteredAgent = { id: 'writer', entry, module: undefined }
const counter: RegisteredAgent = { id: 'counter', entry, module: 'counters' }

const a = { plugin: 'runner-a' }
const b = { plugin: 'runner-b' }

function choose(runners: Partial<RunnersSettings>, agent: RegisteredAgent = writer, wanted?: string) {
  return chooseRunner(agent, { runners: { agents: {}, named: {}, ...runners }, modules, wanted, task: 'x' })
}

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return CodedError.is(error) ? error.code : String(error)
  }
  return 'nothing was thrown'
}

test('asked for, then of the agent, then its code, then the default, then the only one', () => {
  const runners = { default: 'a', agents: { writer: 'b' }, named: { a, b } }
  expect(choose(runners, writer, 'a').name).toBe('a')
  expect(choose(runners).name).toBe('b')
  expect(choose(runners, counter)).toMatchObject({ name: 'code', kind: 'code', accepts: ['text/plain'] })
  expect(choose(runners, counter, 'b').name).toBe('b')
  expect(choose({ ...runners, agents: { counter: 'b' } }, counter).name).toBe('b')
  expect(choose({ ...runners, agents: {} }).name).toBe('a')
  expect(choose({ named: { b } }).name).toBe('b')
})

test('the program is the code of agents of its own modules only', () => {
  const runner = { run: () => Promise.resolve({ text: 'done' }) }
  const chosen = (module: string | undefined, wanted?: string): string => {
    const agent: RegisteredAgent = { id: 'orchestrator', entry, module }
    const options = { runners: { agents: {}, named: { a } }, modules, builtins: { orchestrator: runner } }
    return chooseRunner(agent, { ...options, wanted, task: 'x' }).kind
  }
  expect(chosen('counters')).toBe('builtin')
  expect(chosen('counters', 'a')).toBe('plugin')
  expect(chosen(undefined)).toBe('plugin')
  expect(chosen('strange')).toBe('plugin')
})

test('an agent has code if its module has it under its name, or has only this agent', () => {
  const fetcher: RegisteredAgent = { id: 'url-fetcher', entry, module: 'fetcher' }
  const adder: RegisteredAgent = { id: 'adder', entry, module: 'counters' }
  expect(choose({}, fetcher).name).toBe('code')
  expect(codeOf(() => choose({}, adder))).toBe('RUNNER_NOT_CONFIGURED')
  expect(codeOf(() => choose({ named: { a } }, adder, 'code'))).toBe('RUNNER_UNAVAILABLE')
})

test.each([
  [{}, undefined, 'RUNNER_NOT_CONFIGURED'],
  [{ named: { a, b } }, undefined, 'RUNNER_NOT_CONFIGURED'],
  [{ default: 'gone', named: { a } }, undefined, 'RUNNER_UNKNOWN'],
  [{ agents: { writer: 'gone' }, default: 'a', named: { a } }, undefined, 'RUNNER_UNKNOWN'],
  [{ named: { a } }, 'constructor', 'RUNNER_UNKNOWN'],
  [{ agents: { writer: 'code' }, default: 'a', named: { a } }, undefined, 'RUNNER_UNAVAILABLE'],
  [{ named: { c: { plugin: 'runner-gone' } } }, undefined, 'RUNNER_UNAVAILABLE'],
])('%j asked for %s: %s', (runners, wanted, code) => {
  expect(codeOf(() => choose(runners, writer, wanted))).toBe(code)
})

const card = { ...entry, runtime: { protocol: 'a2a', interfaces: [{ url: 'https://agents.example.com/ferry/a2a' }] } }
const ferry: RegisteredAgent = { id: 'ferry', entry: card, module: undefined }

test('an agent that answers over A2A is answered for by nobody who was not chosen for it', () => {
  const url = 'https://agents.example.com/ferry/'
  for (const runners of [{ named: { a } }, { default: 'a', named: { a, b } }, { default: 'code', named: {} }]) {
    const error = errorOf(() => choose(runners, ferry))
    expect(error).toMatchObject({ code: 'RUNNER_NOT_CONFIGURED', message: expect.stringContaining('over A2A') })
    expect(error.hint).toContain(`runners:
  agents: {"ferry": "ferry"}
  "ferry": {plugin: runner-a2a, url: "${url}"}`)
  }
  expect(choose({ default: 'a', named: { a, b } }, ferry, 'b').name).toBe('b')
  expect(choose({ default: 'a', agents: { ferry: 'b' }, named: { a, b } }, ferry).name).toBe('b')
})

test('the lines for such an agent take no name that is taken, and an address that can be asked', () => {
  const hintOf = (runtime: object, named = {}): string =>
    errorOf(() => choose({ named }, { ...ferry, entry: { ...entry, runtime: { protocol: 'a2a', ...runtime } } }))
      .hint ?? ''
  expect(hintOf(card.runtime, { ferry: a })).toContain('agents: {"ferry": "remote-ferry"}')
  const both = [{ url: 'agents.example.com:443' }, { url: 'https://agents.example.com/' }]
  expect(hintOf({ interfaces: both })).toContain('url: "https://agents.example.com/"')
  for (const interfaces of [undefined, [], 'x', [7]]) expect(hintOf({ interfaces })).toContain('plugin: runner-a2a')
})

function errorOf(run: () => unknown): CodedError {
  try {
    run()
  } catch (error) {
    if (CodedError.is(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('common settings are taken out, hosts and secrets that the others name are granted', () => {
  const settings = {
    plugin: 'runner-a',
    timeout_ms: 5,
    max_attempts: 2,
    backoff_ms: 7,
    network: ['other.example'],
    base_url: 'http://127.0.0.1:11434/v1',
    file: 'file:///etc/passwd',
    model: 'tiny',
    api_key: 'MODEL_KEY',
    env: ['OTHER_KEY', 7],
  }
  expect(choose({ named: { a: settings } })).toMatchObject({
    timeoutMs: 5,
    maxAttempts: 2,
    backoffMs: 7,
    network: ['other.example', '127.0.0.1:11434'],
    secrets: ['MODEL_KEY', 'OTHER_KEY'],
    settingsAt: 'runners.a',
    settings: { model: 'tiny', base_url: 'http://127.0.0.1:11434/v1' },
  })
  expect(choose({ named: { a: settings } })).not.toHaveProperty('settings.timeout_ms')
  expect(choose({ named: { a } })).toMatchObject({ timeoutMs: 600_000, maxAttempts: 3, backoffMs: 1000 })
})

test('what is wrong with the settings is found without running anything', () => {
  const named = { a, c: { plugin: 'runner-gone' } }
  const wrong = examineRunners(
    { default: 'gone', agents: { writer: 'a', editor: 'lost', adder: 'code' }, named },
    { modules },
  )
  expect(wrong.map(({ code, subject }) => [code, subject])).toEqual([
    ['EXECUTION_RUNNER_UNAVAILABLE', 'c'],
    ['EXECUTION_RUNNER_UNKNOWN', 'lost'],
    ['EXECUTION_RUNNER_UNKNOWN', 'gone'],
  ])
  expect(examineRunners({ agents: {}, named: {} }, { modules })).toEqual([])
})
