import type { PlannedModule } from '@datacortex/space'
import { expect, test } from 'vitest'
import { moduleLines } from './module-lines.ts'

const permissions = { network: [], writes: [], reads: [], env: [], commands: [] }
const plan: PlannedModule = {
  name: 'tides',
  version: '1.0.0',
  license: null,
  from: './tides',
  agents: [],
  components: [],
  sources: [],
  permissions,
  secrets: { required: [], optional: [] },
  replaces_changes: false,
  red_flags: [],
  warnings: [],
  approved: false,
}

test('a module of data alone wants nothing', () => {
  expect(moduleLines(plan)).toEqual(['tides 1.0.0  no licence  from ./tides', '  wants    nothing'])
})

test('every file of code, the points that call it and the secrets it gets are named before anybody agrees', () => {
  const files = ['index.js', ...Array.from({ length: 40 }, (_, index) => `lib/part-${index}.js`)]
  const code = { entry: 'index.js', files, kinds: ['source', 'hooks'] as const, hooks: ['pre_run', 'post_run'] }
  const lines = moduleLines({ ...plan, code, secrets: { required: ['A_KEY'], optional: ['B_KEY'] } })
  expect(lines).toEqual([
    'tides 1.0.0  no licence  from ./tides',
    '  code     index.js (source, hooks) runs inside this program, without a sandbox',
    `  with     ${files.slice(1).join('   ')}`,
    '  hooks    pre_run   post_run',
    '  secrets  A_KEY (needed)   B_KEY',
    '  wants    nothing else',
  ])
})

test('what a module says of itself can not rewrite the screen', () => {
  const agents = [{ id: 'tides', tags: ['\u001b[2J', 'a\u202eb'] }]
  expect(moduleLines({ ...plan, agents })[1]).toBe(String.raw`  agents   tides  \u001b[2J  a\u202eb`)
})

test('an upgrade names both versions, and changed files of one version are called that', () => {
  expect(moduleLines({ ...plan, upgrade_from: '0.9.0', replaces_changes: true })).toContain(
    '  careful  files of the installed one were changed since; these changes are lost',
  )
  expect(moduleLines({ ...plan, upgrade_from: '0.9.0' })[0]).toMatch(/^tides 0\.9\.0 → 1\.0\.0 {2}/)
  expect(moduleLines({ ...plan, upgrade_from: '1.0.0' })[0]).toMatch(
    /^tides 1\.0\.0 \(changed files, same version\) {2}/,
  )
})
