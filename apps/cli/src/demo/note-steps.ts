import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type DemoStep, words } from './demo-step.ts'

/** Notes found by words, by meaning and along links; what a session learned found by the next one. */
export const noteSteps: readonly DemoStep[] = [
  {
    name: 'search the files',
    argv: ['search', 'feeding a bread culture', '--root', 'desk'],
    before: {
      says: 'cp -r sample/notes/. desk/',
      does: async ({ folder }) => await cp(join(folder, 'sample/notes'), join(folder, 'desk'), { recursive: true }),
    },
    expects: { tier: 'tier3_cold', 'results.0.title': 'Sourdough starter' },
    detail: 'no index yet: the files themselves answer, by words',
  },
  {
    name: 'index',
    argv: ['index', '--root', 'desk'],
    expects: { added: 8, pending: 0, 'skipped.length': 0 },
    detail: '8 notes, found by words and by meaning from now on',
  },
  {
    name: 'index again',
    argv: ['index', '--root', 'desk'],
    expects: { added: 0, changed: 0, unchanged: 8 },
    detail: 'nothing changed, nothing embedded',
  },
  {
    name: 'search by meaning',
    argv: ['search', 'lunar influence on the ocean', '--top', '1', '--root', 'desk'],
    expects: { 'results.0.title': 'Spring tides', 'results.0.hop': 0 },
    detail: 'the note about spring tides, though it has none of these words',
  },
  {
    name: 'note links',
    argv: ['note', 'links', 'spring tides', '--root', 'desk'],
    expects: { title: 'Spring tides', 'links.0.title': 'Slack water' },
    detail: 'where a note leads and what leads to it',
  },
  {
    name: 'search along links',
    argv: ['search', 'feeding a bread culture', '--expand', '1', '--top', '3', '--root', 'desk'],
    expects: { 'results.0.title': 'Sourdough starter', 'results.1.title': 'Lactobacillus', 'results.1.hop': 1 },
    detail: 'a linked note that no word of the query leads to',
  },
  {
    name: 'note move',
    argv: ['note', 'move', 'Hydration', '0-personal/3-knowledge/zettel/Water in dough.md', '--root', 'desk'],
    expects: { 'rewritten.length': 3 },
    detail: 'renamed, and the three notes that link to it still do, each in its own way',
  },
  {
    name: 'note edit',
    argv: ['note', 'edit', 'Sourdough starter', '--old', 'six hours', '--text', 'four hours', '--root', 'desk'],
    expects: { before: 'six hours', after: 'four hours', line: 8 },
    detail: 'one passage replaced, every other byte as it was; undo takes it back',
  },
  {
    name: 'embed',
    argv: words(
      "embed --text 'Researched data tokenization. Key finding: an SPV allows fractional ownership.' --type session-memory --source exec-2025-12-21-001 --tags tokenization,rwa --root desk",
    ),
    expects: { merged: false, indexed: true },
    detail: 'what a session learned is on the disk',
  },
  {
    name: 'what did we learn',
    argv: ['search', 'what did we learn about tokenization', '--type', 'session-memory', '--root', 'desk'],
    expects: { 'results.0.type': 'session-memory' },
    detail: 'the next session finds it, and the note it is about',
  },
  {
    name: 'memory list',
    argv: ['memory', 'list', '--root', 'desk'],
    expects: { 'memories.length': 1, 'memories.0.status': 'candidate', 'memories.0.tags.length': 2 },
    detail: 'one by one, with ids: each can be confirmed, or taken back',
  },
]
