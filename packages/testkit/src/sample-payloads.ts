import type { HookPayloads } from '@datacortex/plugin'

const run = { execution_id: 'exec-2026-01-02-001', agent_id: 'campaign-planner', task: 'Plan the spring campaign' }

const extracted = {
  input: 'https://journal.example/lice',
  input_type: 'url',
  literature_note: '0-personal/3-knowledge/literature/Lice.md',
  zettels_created: ['0-personal/3-knowledge/zettel/Lice and temperature.md'],
  action_items: ['Compare the two treatments'],
}

/** One payload for each hook point, as the program would send it. */
export const samplePayloads: HookPayloads = {
  module_installed: {
    module: 'datacore-campaigns',
    version: '1.2.0',
    agents: ['campaign-planner', 'campaign-reporter'],
    sources: ['mailing-stats'],
    installedAt: '2026-01-02T03:04:05.000Z',
  },
  pre_run: { ...run, context_tokens: 1200 },
  check_outputs: { ...run, root: '/nowhere', outputs: ['.datacore/state/outputs/exec-1.md'] },
  post_run: { ...run, status: 'success', duration_ms: 4500, outputs: ['.datacore/state/outputs/exec-1.md'] },
  run_error: { ...run, code: 'RUNNER_COMMAND_FAILED', message: 'It ended with 1.', transient: true, attempt: 1 },
  pre_search: { query: 'sea lice treatments', layer: 'search' },
  post_search: {
    query: 'sea lice treatments',
    took_ms: 240,
    results: [{ id: 'arxiv:2101.00001', title: 'Lice and temperature', origin: 'arxiv' }],
    skipped: [{ source: 'exa', reason: 'it has no key EXA_API_KEY' }],
  },
  search_save: {
    query: 'sea lice treatments',
    result: 'arxiv:2101.00001',
    path: '0-personal/3-knowledge/zettel/Lice and temperature.md',
  },
  pre_research: { run: 'r-7f3a', topic: 'sea lice treatments', depth: 'standard' },
  post_discover: {
    run: 'r-7f3a',
    topic: 'sea lice treatments',
    documents: [{ id: 'w1', title: 'Lice and temperature', url: 'https://journal.example/lice', score: 0.8 }],
  },
  post_extract: { ...extracted, run: 'r-7f3a' },
  post_synthesize: {
    run: 'r-7f3a',
    topic: 'sea lice treatments',
    summary_path: '0-personal/content/summaries/2026-01-02-sea-lice-summary.md',
    report_path: '0-personal/content/reports/2026-01-02-sea-lice-report.md',
    action_items: ['Compare the two treatments'],
  },
  research_complete: {
    run: 'r-7f3a',
    topic: 'sea lice treatments',
    status: 'done',
    cost_usd: 0,
    outputs: ['0-personal/content/reports/2026-01-02-sea-lice-report.md'],
  },
  pre_ingest: { input: 'https://journal.example/lice', input_type: 'url' },
  post_ingest: { ...extracted, status: 'success' },
  ingest_complete: { batch: 'b-1', done: 1, failed: 0, outputs: ['0-personal/3-knowledge/literature/Lice.md'] },
}
