import { ownPaths, spacePaths } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { type WriteRulesOptions, writeRules } from './write-rules.ts'

const paths = ownPaths(spacePaths('/desk'))

test('a command writes notes and what is to do, research its texts and org files too, and companions lie beside inputs', () => {
  expect(allowed({ agent: 'ingest-orchestrator' })).toEqual([...notes, inbox])
  expect(allowed({ agent: 'research-orchestrator' })).toEqual([
    ...notes,
    '0-personal/content/reports/r.md',
    '0-personal/org/inbox.org',
    '0-personal/journal/2026-01-01.md',
    '0-personal/3-knowledge/landscape.yaml',
  ])
  expect(allowed({ agent: 'research-orchestrator', taskFiles: ['0-personal/tasks.org'] })).toContain(
    '0-personal/tasks.org',
  )
  expect(allowed({ agent: 'ingest-orchestrator', companionsOf: ['/desk/0-personal/inbox'] })).toEqual([
    ...notes,
    inbox,
    '0-personal/inbox/a.pdf.md',
  ])
})

test('the writes of an entry bound what is granted', () => {
  const rule = (id: string, writes: readonly string[]) => ({ registry: registry({ [id]: writes }) })
  const agent = 'ingest-orchestrator'
  expect(allowed({ agent, ...rule('knowledge-extractor', ['9-nowhere/**']) })).toEqual([inbox])
  expect(allowed({ agent, ...rule(agent, []) })).toEqual([])
  expect(allowed({ agent, ...rule(agent, ['org/inbox.org', '3-knowledge/zettel']) })).toEqual([notes[1], inbox])
  expect(allowed({ agent, ...rule('knowledge-extractor', ['*/3-knowledge/zettel/*']) })).toEqual([notes[1], inbox])
  expect(allowed({ agent: 'research-orchestrator', ...rule('research-orchestrator', ['*/org/*']) })).toEqual([
    '0-personal/org/inbox.org',
  ])
  expect(
    writeRules(paths, { space: '0-personal', agent, ...rule('knowledge-extractor', ['9-nowhere/**']) }).refuses('a.md'),
  ).toBe('the agent knowledge-extractor writes to 9-nowhere/** only (`writes` of its entry in the registry)')
})

const inbox = '0-personal/org/inbox.org'
const notes = ['0-personal/3-knowledge/literature/a.md', '0-personal/3-knowledge/zettel/b.md']

const candidates = [
  ...notes,
  '0-personal/notes/a.md',
  '0-personal/3-knowledge/c.md',
  '0-personal/content/reports/r.md',
  '0-personal/org/inbox.org',
  '0-personal/org/run.sh',
  '0-personal/tasks.org',
  '0-personal/journal/2026-01-01.md',
  '0-personal/3-knowledge/landscape.yaml',
  '0-personal/inbox/a.pdf.md',
  '1-acme/3-knowledge/zettel/b.md',
]

function allowed(options: Partial<WriteRulesOptions>): readonly string[] {
  const { grants, refuses } = writeRules(paths, { registry: registry({}), space: '0-personal', ...options })
  return candidates.filter((path) => grants.some((grant) => matchesGlob(path, grant)) && refuses(path) === undefined)
}

function registry(writes: Readonly<Record<string, readonly string[]>>): WriteRulesOptions['registry'] {
  const agents = Object.entries(writes).map(([id, of]): [string, RegisteredAgent] => [
    id,
    { id, entry: { name: id, description: id, skills: [], writes: of }, module: undefined },
  ])
  return { agents: new Map(agents), knowledgeLocations: {} }
}
