import { fileURLToPath } from 'node:url'
import { spacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { agentSourceFile } from './agent-source.ts'
import { readAgentBody } from './read-agent-body.ts'

const fixtures = fileURLToPath(new URL('./__fixtures__', import.meta.url))
const paths = spacePaths(`${fixtures}/claude`)

test.each([
  ['.claude/agents/chart-maker.md', 'You draw charts.'],
  [`${fixtures}/codex/.codex/agents/reviewer.toml`, 'Look for what is not tested.'],
  ['AGENTS.md', '# House rules\n\nSpeak of knots, not of kilometres.'],
])('the prompt in %s', async (source, body) => {
  expect(await readAgentBody(paths, { source })).toBe(body)
})

test.each([
  [undefined],
  ['gone.md'],
  ['https://example.com/a.md'],
  [`${fixtures}/a2a/agent-card.json`],
  [`${fixtures}/datacore/.datacore/registry/agents.yaml#note-writer`],
  ['../skills/pdf-forms/SKILL.md'],
])('there is no prompt in %s', async (source) => {
  expect(await readAgentBody(paths, { source })).toBeUndefined()
})

test('the file of an entry of a registry is the registry', () => {
  expect(agentSourceFile(paths, { source: '/r/agents.yaml#a' })).toBe('/r/agents.yaml')
  expect(agentSourceFile(paths, { source: 'b#c.md' })).toBe(`${fixtures}/claude/b#c.md`)
})
