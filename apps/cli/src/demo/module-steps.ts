import type { DemoStep } from './demo-step.ts'

/** A module comes, is found at once, and goes without a trace. */
export const moduleSteps: readonly DemoStep[] = [
  {
    name: 'module, dry run',
    argv: ['module', 'install', 'sample/modules/campaigns', '--dry-run', '--root', 'desk'],
    expects: { module: 'campaigns', 'agents.length': 2 },
    detail: 'shows agents, sources and permissions',
  },
  {
    name: 'module install',
    argv: ['module', 'install', 'sample/modules/campaigns', '--yes', '--root', 'desk'],
    expects: { module: 'campaigns', 'agents.length': 2, 'sources.length': 1 },
    detail: '2 agents and 1 source registered',
  },
  {
    name: 'find its agent',
    argv: ['find', 'we need people to hear about our new beehives in spring', '--root', 'desk'],
    expects: { 'results.0.id': 'campaign-planner', 'results.0.module': 'campaigns' },
    detail: 'campaign-planner is found at once',
  },
  {
    name: 'module remove',
    argv: ['module', 'remove', 'campaigns', '--root', 'desk'],
    expects: { removed: 'campaigns', 'agents.length': 2 },
    detail: 'files, agents and sources are gone',
  },
  {
    name: 'module new',
    argv: ['module', 'new', 'rose-pruner', '--description', 'Says when and how roses are pruned.'],
    expects: { module: 'rose-pruner', 'files.length': 3 },
    detail: 'a module of your own, which installs as it is',
  },
  {
    name: 'doctor',
    argv: ['doctor', '--root', 'desk'],
    expects: { ok: true },
    detail: 'no errors in the space',
  },
]
