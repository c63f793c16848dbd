import { expect, test } from 'vitest'
import type { AgentEntry } from './agent-entry.ts'
import { AgentEntrySchema } from './agent-entry-schema.ts'

const full: AgentEntry = {
  name: 'GTD Research Processor',
  description: 'Analyzes URLs',
  version: '1.0.0',
  type: 'agent',
  source: '.datacore/agents/gtd-research-processor.md',
  sha256: 'a'.repeat(64),
  format: 'claude',
  skills: [
    {
      id: 'url',
      name: 'URL',
      description: 'Fetches',
      tags: ['web'],
      examples: ['Analyze this'],
      inputModes: ['text/plain'],
      outputModes: ['text/markdown'],
    },
  ],
  triggers: {
    tags: [':AI:research:'],
    patterns: ['analyze.*url'],
    examples: ['x'],
    commands: ['/x'],
    schedules: ['nightly'],
    after: ['y'],
  },
  reads: {
    required: ['tags.yaml'],
    contextual: [{ query: 'q', when: 'before_execution' }],
    infers: [{ pattern: 'p' }],
  },
  writes: ['notes/'],
  references: { dips: ['DIP-0004'], specs: ['privacy-policy.md'] },
  spawns: ['a'],
  can_be_called_by: ['user'],
  delegates_to: [],
  components: ['web-fetcher'],
  profile: 'research',
  hooks: { pre: [{ inherit: 'defaults' }] },
  runtime: { model: 'sonnet' },
  performance: {
    total_executions: 142,
    success_rate: 0.94,
    avg_duration_ms: 38_500,
    last_execution: '2025-12-21T10:15:32Z',
    skill_metrics: { url: { executions: 89, success_rate: 0.96 } },
    reputation: { score: 87, feedback_count: 28, positive_rate: 0.89 },
    version_history: [
      { version: '1.0.0', hash: 'abc', deployed: '2025-11-15', executions: 142, retired: '2025-12-01' },
    ],
  },
  erc8004: {
    agentId: 42,
    wallet: '0x1234',
    supportedTrust: ['reputation'],
    payment: { protocol: 'x402', currency: 'USDC', pricing: { url: '0.01' } },
    chainRegistrations: [{ chainId: '8453', identityRegistry: '0xABC', agentId: 42 }],
  },
  payment: { protocol: 'x402', currency: 'USDC', pricing: { url: '0.01' } },
  virtuals: { agent_token: null, commerce_enabled: false },
  olas: { service_id: null },
  deprecated: true,
  alias: 'knowledge-extractor',
  removed: false,
  note: 'n',
  'x-claude': { color: 'red' },
}

test('every field of the specifications is accepted', () => {
  expect(AgentEntrySchema.parse(full)).toEqual(full)
})

test.for([
  [{ name: '' }, 'name'],
  [{ skills: ['s'] }, 'skills.0'],
  [{ skills: [{ id: 'a', name: 'a', description: 'a' }] }, 'skills.0.tags'],
  [{ sha256: 'ABC' }, 'sha256'],
  [{ type: 'robot' }, 'type'],
  [{ performance: { success_rate: 2 } }, 'performance.success_rate'],
  [{ payment: { protocol: 'x402', currency: 'USDC', pricing: { s: '1e3' } } }, 'payment.pricing.s'],
  [{ triggers: { tag: ['x'] } }, 'triggers'],
  [{ colour: 'red' }, 'colour'],
] as const)('%j is refused at %s', ([more, path]) => {
  const result = AgentEntrySchema.safeParse({ ...full, ...more })
  expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})
