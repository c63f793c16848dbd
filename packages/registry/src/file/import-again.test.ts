import { expect, test } from 'vitest'
import type { AgentEntry } from './agent-entry.ts'
import { importAgainCommand } from './agent-source.ts'

const entry = (fields: Partial<AgentEntry>): AgentEntry => ({ name: 'a', description: 'b', skills: [], ...fields })

test.each([
  [{ source: '.claude/agents/a.md', format: 'claude' }, '.claude/agents/a.md'],
  [{ source: 'my agents/a.md' }, "'my agents/a.md'"],
  [{ source: 'b#c.md' }, "'b#c.md'"],
  [{ source: '.roomodes#a', format: 'roo' }, '.roomodes'],
  [{ source: 'prompts/a.md', format: 'prompt' }, 'prompts/a.md --format prompt'],
  // Its prompt alone would be another agent.
  [{ source: 'team/a.md', format: 'datacore', 'x-datacore': { from: 'team/agents.yaml#a' } }, 'team/agents.yaml'],
])('%j is imported again by %s', (fields, rest) => {
  expect(importAgainCommand(entry(fields))).toBe(`datacortex import ${rest}`)
})
