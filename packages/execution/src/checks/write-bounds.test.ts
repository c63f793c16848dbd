import { expect, test } from 'vitest'
import { writeBounds } from './write-bounds.ts'

test.each([
  [undefined, 'notes/a.md', true],
  [undefined, 'notes/AGENTS.md', false],
  [undefined, 'Claude.local.md', false],
  [['notes/**'], 'notes/a.md', true],
  [['notes/**'], 'notes/deep/copilot-instructions.md', false],
  [['notes/'], 'notes/Ｓkill.md', false],
  [['**/*.md'], 'GEMINI.md', false],
  [['AGENTS.md'], 'AGENTS.md', true],
  [['**/AGENTS.md'], 'notes/AGENTS.md', true],
  [['AGENTS.md'], 'CLAUDE.md', false],
])('writes %j: %s may be written: %s', (writes, path, isAllowed) => {
  expect(writeBounds(writes, {})(path)).toBe(isAllowed)
})
