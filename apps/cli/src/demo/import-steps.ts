import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoStep } from './demo-step.ts'

/** From a folder of agents to a space that knows them. */
export const importSteps: readonly DemoStep[] = [
  {
    name: 'no space yet',
    argv: ['find', 'anything', '--root', 'desk'],
    expects: { 'error.code': 'SPACE_NOT_FOUND' },
    detail: 'the error says which command helps',
  },
  {
    name: 'init',
    argv: ['init', 'desk', '--from', 'sample/agents', 'sample/skills'],
    expects: { imported: 14, 'skipped.length': 0 },
    detail: '13 agents and 1 skill imported, 1 of them not valid YAML',
  },
  {
    name: 'import again',
    argv: ['import', 'sample/agents', 'sample/skills', '--root', 'desk'],
    expects: { 'imported.length': 0, 'updated.length': 0, 'unchanged.length': 14 },
    detail: 'nothing changed, nothing embedded',
  },
  {
    name: 'import a change',
    argv: ['import', 'sample/agents', '--root', 'desk'],
    before: {
      says: 'echo "Ask for the dialect first." >> sample/agents/translator.md',
      does: async ({ folder }) =>
        await appendFile(join(folder, 'sample/agents/translator.md'), 'Ask for the dialect first.\n'),
    },
    expects: { 'updated.length': 1, 'updated.0.id': 'translator', 'unchanged.length': 12 },
    detail: 'only the changed agent was updated',
  },
]
