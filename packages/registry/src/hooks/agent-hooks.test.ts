import { expect, test } from 'vitest'
import { parseRegistry } from '../file/read/parse-registry.ts'
import { agentHooks } from './agent-hooks.ts'

const text = `
defaults:
  hooks:
    pre: [{type: context-inject, config: {max_context_tokens: 50000}}]
    on_error: [{type: classify-error}]
profiles:
  writing:
    description: For texts
    hooks:
      pre: [{inherit: defaults}, {type: validate-preconditions, config: {required_files: [style.md]}}]
      validate: [{type: quality-gate, config: {min_output_length: 200}}]
  circle:
    hooks:
      pre: [{inherit: circle}, {inherit: writing}, {type: last}, 5, {config: {}}, {inherit: nowhere}]
agents:
  plain: {name: Plain, description: d, skills: []}
  writer: {name: Writer, description: d, skills: [], profile: writing}
  own: {name: Own, description: d, skills: [], profile: writing, hooks: {pre: [], on_error: [{type: escalate}, {inherit: defaults}]}}
  round: {name: Round, description: d, skills: [], profile: circle}
  lost: {name: Lost, description: d, skills: [], profile: constructor}
`

function hooksOf(id: string): readonly string[] {
  const { registry } = parseRegistry(text, { file: 'agents.yaml' })
  const agent = registry.agents.get(id)
  if (agent === undefined) throw new Error('It is not there.')
  return agentHooks(registry, agent).map(({ phase, type }) => `${phase} ${type}`)
}

test.each([
  ['plain', ['pre context-inject', 'on_error classify-error']],
  ['writer', ['pre context-inject', 'pre validate-preconditions', 'validate quality-gate', 'on_error classify-error']],
  // Its own empty list replaces what is behind it.
  ['own', ['validate quality-gate', 'on_error escalate', 'on_error classify-error']],
  ['round', ['pre context-inject', 'pre validate-preconditions', 'pre last', 'on_error classify-error']],
  ['lost', ['pre context-inject', 'on_error classify-error']],
])('%s has its own hooks, else those of its profile, else the default ones', (id, hooks) => {
  expect(hooksOf(id)).toEqual(hooks)
})

test('profiles that inherit each other many times make no longer lists', () => {
  const names = Array.from({ length: 20 }, (_, place) => `p${place}`)
  const profiles = names.map((name) => {
    const pre = [...names, ...names].map((other) => `{inherit: ${other}}`).join(', ')
    return `  ${name}: {hooks: {pre: [{type: of-${name}}, ${pre}]}}`
  })
  const file = `profiles:\n${profiles.join('\n')}\nagents:\n  a: {name: A, description: d, skills: [], profile: p0}\n`
  const { registry } = parseRegistry(file, { file: 'agents.yaml' })
  const agent = registry.agents.get('a')
  expect(agent && agentHooks(registry, agent).map(({ type }) => type)).toEqual(names.map((name) => `of-${name}`))
})

test('a config is given as written', () => {
  const { registry } = parseRegistry(text, { file: 'agents.yaml' })
  const writer = registry.agents.get('writer')
  expect(writer && agentHooks(registry, writer)[2]?.config).toEqual({ min_output_length: 200 })
})

test.each(['', 'defaults: 5\nprofiles: [a]\n', 'defaults: {hooks: 5}\nprofiles: {a: 5}\n'])(
  'where none can be read there are none: %s',
  (top) => {
    const { registry } = parseRegistry(`${top}agents: {a: {name: A, description: d, skills: [], profile: a}}\n`, {
      file: 'agents.yaml',
    })
    const agent = registry.agents.get('a')
    expect(agent && agentHooks(registry, agent)).toEqual([])
  },
)
