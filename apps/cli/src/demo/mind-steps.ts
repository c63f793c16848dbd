import type { DemoStep } from './demo-step.ts'

const agent = ['--agent', 'sql-tuner', '--root', 'desk'] as const

/** An agent that gets an identity, learns on one day and knows it on the next, and the criteria that it fulfils. */
export const mindSteps: readonly DemoStep[] = [
  {
    name: 'identity init',
    argv: ['identity', 'init', 'sql-tuner', '--entry', 'AGENTS.md', '--uid', '987654321098765432', '--root', 'desk'],
    expects: { agent: 'sql-tuner', 'identity.uid': '987654321098765432' },
    detail: 'an identity of ACAS 1.4.0, and the block of AGENTS.md that leads to it',
  },
  {
    name: 'remember',
    argv: ['remember', 'Partial indexes pay off below 20 % of the rows.', '--topic', 'indexes', ...agent],
    expects: { topic: 'indexes', created: true },
    detail: 'a line of a Markdown file, which only this agent recalls',
  },
  {
    name: 'remember for all',
    argv: ['remember', 'Migrations run on Fridays.', '--topic', 'migrations', '--visibility', 'shared', ...agent],
    expects: { topic: 'migrations', created: true },
    detail: 'a file that other agents recall too',
  },
  {
    name: 'log',
    argv: ['remember', 'Ana prefers short pull requests. Ran the tests twice.', '--log-only', ...agent],
    expects: { created: false },
    detail: 'only the log of the day has it',
  },
  {
    name: 'reflect',
    argv: ['reflect', 'sql-tuner', '--root', 'desk'],
    expects: { 'agents.0.points.length': 1, 'agents.0.points.0.text': 'Ana prefers short pull requests.' },
    detail: 'of the logs what lasts, without a language model',
  },
  {
    name: 'recall',
    argv: ['recall', 'which indexes pay off', ...agent],
    expects: {
      'results.0.title': 'indexes',
      'results.0.points.0.text': 'Partial indexes pay off below 20 % of the rows.',
    },
    detail: 'in another process, on another day',
  },
  {
    name: 'identity check',
    argv: ['identity', 'check', 'sql-tuner', '--root', 'desk'],
    expects: { ok: true },
    detail: 'the bootstrap flow, which registers the agent among its peers',
  },
  {
    name: 'identity verify',
    argv: ['identity', 'verify', '--level', '3', ...agent],
    expects: { ok: true, 'minds.0.criteria.length': 23 },
    detail: 'all acceptance criteria of the specification hold',
  },
]
