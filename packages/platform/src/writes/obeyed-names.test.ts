import { expect, test } from 'vitest'
import { isObeyed } from './obeyed-names.ts'

test.each(
  'CLAUDE.md claude.MD Claude.local.md AGENTS.md AGENTS.override.md AGENT.md GEMINI.md QWEN.md WARP.md CONVENTIONS.md .cursorrules copilot-instructions.md tests.instructions.md SKILL.md rules.mdc ＡGENTS.md cla\u200bude.md AGENTS\u2024md Makefile package.json mcp.json'.split(
    ' ',
  ),
)('%s is obeyed', (name) => {
  expect(isObeyed(name)).toBe(true)
})

test.each(
  'claude-shannon.md agents-of-change.md gemini-constellation.md notes.md skills.md my-claude.md instructions.md'.split(
    ' ',
  ),
)('%s is a note', (name) => {
  expect(isObeyed(name)).toBe(false)
})
