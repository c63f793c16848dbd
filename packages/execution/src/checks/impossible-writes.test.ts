import { expect, test } from 'vitest'
import { agentSpace } from '../context/__fixtures__/agent-space.ts'
import { runSpace } from '../run/__fixtures__/run-space.ts'
import { planRun } from '../run/plan-run.ts'
import { examineEntries } from './impossible-writes.ts'

const registryText = `
agents:
  fine: {name: Fine, description: Fine., writes: [notes/, "{space}/out/*.md", zettel, knowledge_locations.zettel, not-there/yet.md, "*.org"]}
  odd:
    name: Odd
    description: Odd.
    writes: [/etc/passwd, ../x.md, ~/x, .datacore/env/KEY, plan.md/x.md, knowledge_locations.none, "*a*b*c*d*", lost, notes/]
    reads: {contextual: [{query: q, when: on full moon}, {query: r, when: "tag: x"}]}
knowledge_locations: {places: {zettel: 0-me/zettel, lost: ../out}}
`

test('places that can never be written are named, once an agent, by doctor and before a run', async () => {
  const { paths, registry } = await agentSpace({ '.datacore/registry/agents.yaml': registryText, 'plan.md': 'x' })
  const findings = await examineEntries(paths, registry)
  expect(findings.map(({ code, severity, subject, message }) => [code, severity, subject, message])).toEqual([
    [
      'WRITES_IMPOSSIBLE',
      'warning',
      'odd',
      `it is to write where nothing can be written: ${[
        '/etc/passwd (it is absolute)',
        '../x.md (it leaves its folder)',
        '~/x (it is absolute)',
        '.datacore/env/KEY (it holds secrets, which are never loaded)',
        'plan.md/x.md (plan.md is a file)',
        'knowledge_locations.none (there is no such knowledge location)',
        '*a*b*c*d* (no such pattern is matched)',
        'lost (it leaves its folder)',
      ].join(', ')}`,
    ],
    [
      'CONTEXT_WHEN_UNKNOWN',
      'info',
      'odd',
      'a query of `reads.contextual` is never asked: nothing here knows when "on full moon" is',
    ],
  ])
  const space = await runSpace([{ text: 'x' }], { files: { '.datacore/registry/agents.yaml': registryText } })
  const plan = await planRun(space.paths, { catalogue: await space.catalogue(), agent: 'odd', task: 'Write.' })
  expect(plan.findings.map(({ code }) => code)).toEqual(['WRITES_IMPOSSIBLE'])
})
