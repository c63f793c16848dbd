import { expect, test } from 'vitest'
import type { AgentEntry, RegisteredAgent } from '@datacortex/registry'
import { readAgentFile } from '../formats/read-agent-file.ts'
import { assistants, assistantFile } from './assistant-file.ts'

const description = 'Writes: "short" texts, # and long ones. Use when a text is missing.'
const prompt = 'You write.\n\n---\n\n"""Well""" and soon.'

function agent(fields: Partial<AgentEntry> = {}, id = 'text-writer'): RegisteredAgent {
  const skills = [{ id, name: id, description, tags: [id] }]
  const triggers = { examples: ['a text is missing'] }
  return { id, module: undefined, entry: { name: id, description, skills, triggers, ...fields } }
}

test.each(assistants)('what is written for %s is read as the same agent', (assistant) => {
  const original = agent()
  const file = assistantFile(original, { assistant, prompt })
  expect(file?.lost).toEqual([])
  const reading = readAgentFile(file?.text ?? '', { format: assistant, path: file?.path ?? '' })
  expect(reading).toMatchObject({ skipped: [], findings: [] })
  expect(reading.agents).toEqual([
    { id: original.id, path: file?.path, body: prompt, entry: { ...original.entry, format: assistant } },
  ])
})

test.each([`It's '''quoted'''.`, 'A\u0007bell.', "Ends with '", 'Back\\slash\\'])(
  'the prompt %j is kept in TOML',
  (odd) => {
    const { text = '', path = '' } = assistantFile(agent(), { assistant: 'codex', prompt: odd }) ?? {}
    expect(readAgentFile(text, { format: 'codex', path }).agents[0]?.body).toBe(odd)
  },
)

test.each(assistants)('an agent that came from %s goes back with its settings', (assistant) => {
  const runtime = { model: 'small', ...(assistant === 'opencode' ? { mode: 'subagent' } : {}) }
  const original = agent({ format: assistant, runtime, [`x-${assistant}`]: { mood: 'calm' } })
  const file = assistantFile(original, { assistant, prompt })
  expect(file?.lost).toEqual([])
  const [again] = readAgentFile(file?.text ?? '', { format: assistant, path: file?.path ?? '' }).agents
  expect(again?.entry).toEqual(original.entry)
})

test.each([
  ['claude', ['reads', 'spawns', 'runtime']],
  ['copilot', ['reads', 'runtime']],
  ['codex', ['reads', 'spawns', 'runtime']],
] as const)('what %s has no place for is named', (assistant, lost) => {
  const fields = { format: 'cursor', runtime: { readonly: true }, spawns: ['reader'], reads: { required: ['a.md'] } }
  expect(assistantFile(agent(fields), { assistant, prompt })?.lost).toEqual(lost)
})

test('settings that no program but the other one may know are named, too: they may forbid', () => {
  const fields = { format: 'claude', 'x-claude': { permission: { bash: 'deny' } } }
  expect(assistantFile(agent(fields), { assistant: 'opencode', prompt })?.lost).toEqual(['runtime'])
  expect(assistantFile(agent(fields), { assistant: 'claude', prompt })?.lost).toEqual([])
  expect(assistantFile(agent({ ...fields, format: 'datacore' }), { assistant: 'codex', prompt })?.lost).toEqual([])
})

test('settings that front matter which is no YAML left as text are left out and named', () => {
  const broken = '---\ndescription: Stars.\nmode: subagent\npermission:\n  bash:\n    *: ask\n---\n\nYou star.\n'
  const path = '.opencode/agents/star.md'
  const [star] = readAgentFile(broken, { format: 'opencode', path }).agents
  expect(star?.entry.runtime).toMatchObject({ permission: expect.any(String) })
  const file = assistantFile(agent({ ...star?.entry, triggers: undefined }, 'star'), { assistant: 'opencode', prompt })
  expect(file?.lost).toEqual(['runtime.permission'])
  expect(readAgentFile(file?.text ?? '', { format: 'opencode', path }).agents[0]?.entry.runtime).toEqual({
    mode: 'subagent',
  })
  const asked = agent({ format: 'opencode', runtime: { permission: 'ask' } })
  expect(assistantFile(asked, { assistant: 'opencode', prompt })).toMatchObject({ lost: [] })
})

test('an agent of a plugin is written without what plugins may not set', () => {
  const runtime = { tools: 'Read', permissionMode: 'plan', hooks: { Stop: [] } }
  const written = agent({ format: 'claude', runtime })
  const file = assistantFile(written, { assistant: 'claude', prompt, isPlugin: true })
  expect(file?.lost).toEqual(['runtime.permissionMode', 'runtime.hooks'])
  expect(file?.text).not.toMatch(/permissionMode|hooks/)
})

test('names, versions, skills and requests that would not come back are named', () => {
  const skill = { id: 'rhyme', name: 'Rhyme', description: 'Rhymes', tags: ['rhyme'] }
  const rich = agent({ name: 'Text Writer', version: '1.2.0', skills: [skill], triggers: { tags: [':AI:text:'] } })
  const lostIn = (assistant: (typeof assistants)[number]) => assistantFile(rich, { assistant, prompt })?.lost
  expect(lostIn('claude')).toEqual(['name', 'version', 'skills', 'triggers'])
  expect(lostIn('codex')).toEqual(['version', 'skills', 'triggers'])
  expect(lostIn('skill')).toEqual(['name', 'skills', 'triggers'])
})

test('an id is named that an import would not give again, as it is made of the name', () => {
  const lostIn = (assistant: (typeof assistants)[number], id: string, name = id) =>
    assistantFile(agent({ name, skills: [] }, id), { assistant, prompt })?.lost
  expect(lostIn('claude', 'SQL_tuner')).toEqual(['id'])
  expect(lostIn('opencode', 'SQL_tuner')).toEqual(['id'])
  expect(lostIn('codex', 'sql', 'SQL tuner')).toEqual(['id'])
  expect(lostIn('codex', 'sql-tuner', 'SQL tuner')).toEqual([])
})

test('ids and descriptions are made what the assistant allows', () => {
  const long = 'A sentence of some words. '.repeat(60).trim()
  const file = assistantFile(agent({ description: long, triggers: undefined }, 'node-2.1_writer'), {
    assistant: 'skill',
    prompt,
  })
  expect(file?.path).toBe('.claude/skills/node-2-1-writer/SKILL.md')
  expect(file?.lost).toEqual(['id', 'description'])
  const [again] = readAgentFile(file?.text ?? '', { format: 'skill', path: file?.path ?? '' }).agents
  expect(again?.entry.description.length).toBeLessThanOrEqual(1024)
  expect(again?.entry.description).toMatch(/words\.$/)
  expect(assistantFile(agent({}, 'übersetzer'), { assistant: 'gemini', prompt })?.path).toBe(
    '.gemini/agents/ubersetzer.md',
  )
  expect(assistantFile(agent({}, 'pdf-写作'), { assistant: 'gemini', prompt })).toBeUndefined()
  expect(assistantFile(agent({}, '写作'), { assistant: 'claude', prompt })?.path).toBe('.claude/agents/写作.md')
})
