import { expect, test } from 'vitest'
import { parseRegistry } from './parse-registry.ts'

const findings = (text: string): readonly string[] =>
  parseRegistry(text, { file: 'agents.yaml' })
    .registry.findings.filter(({ code }) => code === 'REGISTRY_KEY_UNKNOWN')
    .map(({ subject, message, hint }) => `${subject}: ${message}. ${hint}`)

test('keys that look like misspelt ones are told at each level', () => {
  expect(
    findings(`agent: {}
module_agents: {kit: {agents: {b: {name: B, description: b, decription: c, can-be-called-by: [a]}}}}
`),
  ).toEqual([
    'agents.yaml: nothing reads the key agent. Did you mean agents?',
    'b: nothing reads the key can-be-called-by. Did you mean can_be_called_by?',
  ])
  expect(
    findings(`agents:
  a: {name: A, description: x, trigers: {}, tool: [x], Skills: []}
  b: {name: B, description: x, triggers: {tag: [x], command: [y]}, reads: {require: [z]}, references: {dip: [1]}}
`),
  ).toEqual([
    'a: nothing reads the key trigers. Did you mean triggers?',
    'a: nothing reads the key tool. Did you mean tools?',
    'a: nothing reads the key Skills. Did you mean skills?',
    'b: nothing reads the key triggers.tag. Did you mean triggers.tags?',
    'b: nothing reads the key triggers.command. Did you mean triggers.commands?',
    'b: nothing reads the key reads.require. Did you mean reads.required?',
    'b: nothing reads the key references.dip. Did you mean references.dips?',
  ])
})

test('keys of other programs and keys whose neighbour is there are no findings', () => {
  expect(
    findings(`version: 2
validation: {x: 1}
agents:
  a: {name: A, description: x, category: c, uses_tools: [b], model: m, x-own: 1, notes: n, note: m, module: m, color: red}
  b: {superseded_by: a, triggers: {scheduled: daily, cron: x}, reads: {optional: [z]}}
`),
  ).toEqual([])
})
