import { expect, test } from 'vitest'
import { type FileSurroundings, formatOfContent, formatOfPath } from './detect-format.ts'

const inFolder: FileSurroundings = { format: 'auto', isNamed: false, mayBeAgent: true }

test.each([
  ['/r/.claude/agents/deep/a.md', 'claude'],
  ['/r/agents/a.md', 'claude'],
  ['/r/skills/a/SKILL.md', 'skill'],
  ['/r/.github/agents/a.agent.md', 'copilot'],
  ['/r/.github/agents/a.md', 'copilot'],
  ['/r/x/a.chatmode.md', 'copilot'],
  ['/r/.cursor/agents/a.md', 'cursor'],
  ['/r/.codex/agents/a.toml', 'codex'],
  ['/r/other/a.toml', 'look'],
  ['/r/.gemini/agents/a.md', 'gemini'],
  ['/r/.opencode/agent/a.md', 'opencode'],
  ['/r/.opencode/agents/team/a.md', 'opencode'],
  ['/h/.config/opencode/agent/a.md', 'opencode'],
  ['/r/opencode.json', 'opencode'],
  ['/h/.config/opencode/opencode.jsonc', 'opencode'],
  ['/r/.kiro/agents/a.json', 'kiro'],
  ['/r/.kiro/agents/a.md', 'kiro'],
  ['/r/.roomodes', 'roo'],
  ['/r/.kilocodemodes', 'roo'],
  ['/h/settings/custom_modes.yaml', 'roo'],
  ['/r/.datacore/registry/agents.yaml', 'datacore'],
  ['/r/.well-known/agent-card.json', 'a2a'],
  ['/r/cards/a.json', 'look'],
  ['/r/AGENTS.md', undefined],
  ['/r/.claude/agents/CLAUDE.md', undefined],
  ['/r/.claude/commands/a.md', undefined],
  ['/r/.opencode/command/a.md', undefined],
  ['/h/.config/opencode/commands/a.md', undefined],
  ['/r/.kiro/steering/a.md', undefined],
  ['/r/.github/ISSUE_TEMPLATE/bug.md', undefined],
  ['/r/package.json', undefined],
  ['/r/settings.yaml', undefined],
  ['/r/a.png', undefined],
  ['/r/LICENSE', undefined],
])('%s is %s', (path, format) => {
  expect(formatOfPath(path, inFolder)).toBe(format)
})

test.each([
  ['claude', '/r/a.md', 'claude'],
  ['claude', '/r/a/SKILL.md', undefined],
  ['claude', '/r/.cursor/agents/a.md', undefined],
  ['cursor', '/r/a.md', 'cursor'],
  ['skill', '/r/a.md', undefined],
  ['skill', '/r/a/SKILL.md', 'skill'],
  ['codex', '/r/a.toml', 'look'],
  ['kiro', '/r/.kiro/agents/a.json', 'kiro'],
  ['a2a', '/r/.kiro/agents/a.json', undefined],
  ['claude', '/r/a.toml', undefined],
  ['prompt', '/r/prompts/a.md', 'prompt'],
  ['prompt', '/r/.claude/commands/a.md', 'prompt'],
  ['prompt', '/r/.github/prompts/a.prompt.md', 'prompt'],
  ['prompt', '/r/README.md', undefined],
  ['prompt', '/r/AGENTS.md', undefined],
  ['prompt', '/r/.cursor/rules/a.md', undefined],
  ['prompt', '/r/a.toml', undefined],
] as const)('of the wanted format %s, %s is %s', (format, path, expected) => {
  expect(formatOfPath(path, { ...inFolder, format })).toBe(expected)
})

test('a file that is named with a format is of that format, if its ending can be', () => {
  const named = { ...inFolder, isNamed: true }
  expect(formatOfPath('/r/x/notes.md', { ...named, format: 'skill' })).toBe('skill')
  expect(formatOfPath('/r/old.yml', { ...named, format: 'datacore' })).toBe('datacore')
  expect(formatOfPath('/r/card.json', { ...named, format: 'a2a' })).toBe('a2a')
  expect(formatOfPath('/r/a.toml', { ...named, format: 'claude' })).toBeUndefined()
})

test('in a plugin only its agent folders hold agents', () => {
  expect(formatOfPath('/p/docs/a.md', { ...inFolder, mayBeAgent: false })).toBeUndefined()
  expect(formatOfPath('/p/skills/a/SKILL.md', { ...inFolder, mayBeAgent: false })).toBe('skill')
})

test.each([
  ['{"skills": [], "capabilities": {}, "url": "x"}', 'a.json', 'a2a'],
  ['{"compilerOptions": {}}', 'a.json', undefined],
  ['developer_instructions = "x"', 'a.toml', 'codex'],
  ['[package]', 'a.toml', undefined],
  ['version: 1\nagents:\n', 'a.yaml', 'datacore'],
  ['services:\n  agents: 1\n', 'a.yaml', undefined],
])('the content %s of %s is %s', (text, path, format) => {
  expect(formatOfContent(text, path)).toBe(format)
})

test('empty lines before the beginning of the one that tells do not count', () => {
  expect(formatOfContent(`${'\n'.repeat(1000)}x`, '/r/a.toml')).toBeUndefined()
  expect(formatOfContent('\n\n  developer_instructions = "x"', '/r/a.toml')).toBe('codex')
})
