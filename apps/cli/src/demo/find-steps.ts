import type { DemoStep } from './demo-step.ts'

/** The right agent for a task, by meaning. */
export const findSteps: readonly DemoStep[] = [
  {
    name: 'find',
    argv: ['find', 'my pod keeps crash looping after the rollout', '--root', 'desk'],
    expects: { 'results.0.id': 'kubernetes-operator' },
    detail: 'kubernetes-operator comes first',
  },
  {
    name: 'find in other words',
    argv: ['find', 'can a blind person use our checkout page', '--root', 'desk'],
    expects: { 'results.0.id': 'accessibility-reviewer' },
    detail: 'accessibility-reviewer comes first, though nobody said accessibility',
  },
  {
    name: 'nothing fits',
    argv: ['find', 'bake a wedding cake with three tiers', '--root', 'desk'],
    expects: { 'results.length': 0 },
    detail: 'no agent rather than a wrong one',
  },
  {
    name: 'explain',
    argv: ['find', 'this report takes minutes to load', '--explain', '--top', '2', '--root', 'desk'],
    expects: { 'results.0.id': 'sql-tuner' },
    detail: 'each hit, both ranks and the weights are shown',
  },
  {
    name: 'find by tag',
    argv: ['find', 'put this text into good words', '--tag', 'writing', '--min-score', '0', '--root', 'desk'],
    expects: { 'results.length': 3 },
    detail: 'only the three agents with the tag',
  },
  {
    name: 'show a former name',
    argv: ['agent', 'show', 'cluster-fixer', '--root', 'desk'],
    expects: { id: 'kubernetes-operator', 'via.0': 'cluster-fixer' },
    detail: 'a deprecated id leads to its successor',
  },
]
