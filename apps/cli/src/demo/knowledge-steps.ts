import { join } from 'node:path'
import { listWritesRuns } from '@datacortex/platform'
import { openSpace } from '../open-space.ts'
import type { DemoStep } from './demo-step.ts'
import { addFailingSource, serveLibrary } from './library-site.ts'
import { startWriterStub } from './model-stub.ts'

const topic = "Smeaton's Eddystone lighthouse"

/** Content becomes notes, every source is asked at once, and research ends in a report that can be checked. */
export const knowledgeSteps: readonly DemoStep[] = [
  {
    name: 'trust sources',
    argv: ['trust', 'allow', '--yes', '--root', 'desk'],
    before: {
      says: 'node sample/library/serve.js   (a small site; desk/.datacore names it as one that may be asked)',
      does: serveLibrary,
    },
    expects: { state: 'trusted', is_new: false },
    detail: 'a site of this machine and the sources on it may be asked',
  },
  {
    name: 'ingest',
    argv: ['ingest', 'sample/library/inbox', '{library}gazette/lime.html', '--root', 'desk'],
    expects: {
      'items.length': 6,
      'counts.success': 6,
      'counts.failed': 0,
      'items.3.title': 'Notes on lights at sea',
    },
    // The outliner that was installed before takes Markdown too, and keeps only its headings.
    writes: { 'items.3.literature_note': 'The lens of a light of the first order is about 2.6 metres high.' },
    detail: 'a chat, a PDF, a table, an org file, a note and a page became notes; no model needed',
  },
  {
    name: 'ingest again',
    argv: ['ingest', 'sample/library/inbox', '{library}gazette/lime.html', '--root', 'desk'],
    expects: { 'counts.unchanged': 6, 'outputs.length': 0 },
    detail: 'nothing changed, nothing written',
  },
  {
    name: 'undo, plan',
    argv: ['undo', '{written}', '--dry-run', '--root', 'desk'],
    before: {
      says: 'datacortex undo --root desk',
      does: async ({ folder, values }) => {
        const [newest] = await listWritesRuns(join(folder, 'desk'))
        values.set('written', newest?.run ?? 'none')
      },
    },
    expects: { 'kept.length': 0, 'restored.length': 1, dry_run: true },
    detail: 'all that was written can be taken back, the inbox as it was; what somebody changed since would stay',
  },
  {
    name: 'search all sources',
    argv: ['search', 'which mortar sets under water', '--sources', 'all', '--root', 'desk'],
    expects: { 'results.0.title': 'Lime that sets under water', 'results.0.origin': 'local' },
    detail: 'notes first, then the site and a folder, in one answer',
  },
  {
    name: 'research, plan',
    argv: ['research', topic, '--dry-run', '--root', 'desk'],
    expects: { dry_run: true, 'sources.length': 2, estimated_cost_usd: 0 },
    detail: 'whom it would ask, and the most it could cost',
  },
  {
    name: 'research',
    argv: ['research', topic, '--root', 'desk'],
    expects: { state: 'done', 'findings.0.independent': 3, 'contradictions.0.kind': 'number' },
    detail: 'three voices and a copy are three; two that disagree are both shown',
  },
  {
    name: 'quotations',
    argv: ['research', 'show', '{run}', '--root', 'desk'],
    before: {
      says: 'datacortex research list --root desk',
      does: async ({ folder, values }) => {
        await using space = await openSpace(join(folder, 'desk'))
        const [newest] = (await space.research.list({})).runs
        values.set('run', newest?.id ?? 'r-none')
      },
    },
    expects: { state: 'done', ok: true },
    detail: 'each stands word for word in what was read',
  },
  {
    name: 'trust a writer',
    argv: ['trust', 'allow', '--yes', '--root', 'desk'],
    before: {
      says: 'a stand-in for a model becomes the writer in desk/.datacore/settings.local.yaml, and a source that fails is added',
      does: async (tour) => {
        await startWriterStub(join(tour.folder, 'desk'))
        await addFailingSource(tour)
      },
    },
    expects: { state: 'trusted', is_new: false },
    detail: 'a model that words, and a source more',
  },
  {
    name: 'research, worded',
    argv: ['research', 'lime that sets under water', '--select', '1', '--no-index', '--root', 'desk'],
    expects: {
      state: 'done',
      'findings.0.text': 'In other words, what holds clay sets under water.',
      'skipped.-1.source': 'old-archive',
    },
    detail: 'a model words what the quotations prove; the report names the source that failed',
  },
]
