import { expect, test } from 'vitest'
import { currentId } from './find-id.ts'
import { parseRegistry } from '../read/parse-registry.ts'

const { registry } = parseRegistry(
  `version: 2.0.0
agents:
  writer: {name: Writer, description: Writes, skills: []}
  scribe: {alias: author}
  author: {alias: writer}
  gone: {name: Gone, description: Wrote, skills: [], removed: true}
  left: {alias: gone}
  lost: {alias: nobody}
  one: {alias: other}
  other: {alias: one}
`,
  { file: 'agents.yaml' },
)

test.each([
  ['writer', 'writer'],
  ['author', 'writer'],
  ['scribe', 'writer'],
  ['gone', undefined],
  ['left', undefined],
  ['lost', undefined],
  ['one', undefined],
  ['nobody', undefined],
  ['constructor', undefined],
])('%s is now %s', (name, id) => {
  expect(currentId(registry, name)).toBe(id)
})
