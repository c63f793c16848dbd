import { join } from 'node:path'
import { type DemoStep, words } from './demo-step.ts'
import { startModelStub } from './model-stub.ts'

const question = 'When do spring tides come?'

/** From a task to a result: chosen, given what it needs, run, logged, judged, remembered. */
export const runSteps: readonly DemoStep[] = [
  {
    name: 'no runner yet',
    argv: ['run', 'research-librarian', question, '--root', 'desk'],
    expects: { 'error.code': 'RUNNER_NOT_CONFIGURED' },
    detail: 'says how to name one, and what to do without',
  },
  {
    name: 'a coded agent',
    argv: ['module', 'install', 'sample/modules/outliner', '--yes', '--root', 'desk'],
    expects: { module: 'outliner', 'agents.0': 'outliner' },
    detail: 'an agent that is code, in one file',
  },
  {
    name: 'route by tag',
    argv: ['route', '* TODO How is this note built? :AI:outline:', '--root', 'desk'],
    expects: { agent: 'outliner', via: 'tag' },
    detail: 'the tag of the task names the agent',
  },
  {
    name: 'route by name',
    argv: ['route', '@outliner how is this note built?', '--root', 'desk'],
    expects: { agent: 'outliner', 'rule.kind': 'name' },
    detail: 'a task that speaks to an agent goes to it',
  },
  {
    name: 'route by meaning',
    argv: ['route', 'search the literature on what moves the tides', '--root', 'desk'],
    expects: { agent: 'research-librarian', via: 'semantic' },
    detail: 'no tag and no pattern: the agent whose texts fit',
  },
  {
    name: 'run code',
    argv: ['run', 'outliner', '0-personal/3-knowledge/zettel/Spring tides.md', '--root', 'desk'],
    expects: { status: 'success', runner: 'code', 'outputs.length': 1 },
    detail: 'no model needed; the answer is kept and logged',
  },
  {
    name: 'context',
    argv: ['agent', 'context', 'research-librarian', question, '--root', 'desk'],
    expects: { agent: 'research-librarian', 'left_out.length': 0 },
    detail: 'its prompt and the notes that answer, with the tokens of each',
  },
  {
    name: 'trust runners',
    argv: ['trust', 'allow', '--yes', '--root', 'desk'],
    before: {
      says: 'a stand-in for a model starts on this machine; it and a program are named in desk/.datacore/settings.yaml',
      does: async ({ folder }) => await startModelStub(join(folder, 'desk')),
    },
    expects: { 'approved.0': 'runners.local', 'approved.1': 'runners.maker' },
    detail: 'what settings want of your machine waits for your word, with its value shown',
  },
  {
    name: 'run on a model',
    argv: ['run', 'research-librarian', question, '--execution-id', 'exec-tour-1', '--root', 'desk'],
    expects: { status: 'success', runner: 'local' },
    detail: 'answers from the notes it was given, and is remembered',
  },
  {
    name: 'log',
    argv: ['log', 'list', '--root', 'desk'],
    expects: { 'executions.length': 2, 'executions.0.id': 'exec-tour-1', 'executions.0.status': 'success' },
    detail: 'both runs, the newest first',
  },
  {
    name: 'evaluate',
    argv: words('evaluate exec-tour-1 --by note-gardener --completion 95 --quality 90 --efficiency 80 --root desk'),
    expects: { evaluated_agent: 'research-librarian', evaluator_agent: 'note-gardener' },
    detail: 'another agent says how good it was',
  },
  {
    name: 'feedback',
    argv: ['feedback', 'exec-tour-1', 'positive', '--root', 'desk'],
    expects: { verdict: 'positive' },
    detail: 'so do you; one verdict moves a reputation only a little',
  },
  {
    name: 'performance',
    argv: ['agent', 'show', 'research-librarian', '--root', 'desk'],
    expects: { 'performance.total_executions': 1, 'performance.success_rate': 1 },
    detail: 'counted from the log into its entry',
  },
  {
    name: 'what was learned',
    argv: ['agent', 'context', 'research-librarian', 'On which day is the water highest?', '--root', 'desk'],
    expects: { agent: 'research-librarian', 'parts.5.kind': 'memory' },
    detail: 'the next run is given what this one learned',
  },
]
