import { expect, test } from 'vitest'
import { changelogSection } from './changelog-section.ts'

const change = (summary: string, ...packages: readonly string[]) => ({
  summary,
  releases: packages.map((one) => {
    const [name = '', type = ''] = one.split(':')
    return { name, type }
  }),
})

test('changes stand by subject and kind, each once, in one line', () => {
  const changesets = [
    change('A note is found.', '@datacortex/memory:patch', 'datacortex:patch'),
    change('A card has\n  a picture.', '@datacortex/export:minor', '@datacortex/registry:patch', 'datacortex:minor'),
    change('`--help` is shorter.', 'datacortex:patch'),
    change('Locks are faster.', '@datacortex/export:patch', '@datacortex/memory:patch', '@datacortex/registry:patch'),
    change('A note is written.', '@datacortex/memory:minor'),
  ]
  const releases = [{ name: 'datacortex', type: 'minor', newVersion: '0.2.0' }]
  expect(changelogSection({ changesets, releases }, '2026-11-26')).toBe(`## 0.2.0 – 2026-11-26

### Publishing and serving

#### New

- A card has a picture.

### Notes and memory

#### New

- A note is written.

#### Changed and repaired

- A note is found.

### The program as a whole

#### Changed and repaired

- \`--help\` is shorter.
- Locks are faster.
`)
})

test('nothing to release is an error', () => {
  expect(() => changelogSection({ changesets: [], releases: [] }, '2026-11-26')).toThrow(/No changeset/)
})
