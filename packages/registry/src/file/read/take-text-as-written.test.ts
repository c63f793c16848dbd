import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { parseRegistry } from './parse-registry.ts'
import { readRegistry } from './read-registry.ts'
import { updateRegistry } from '../edit/update-registry.ts'

const text = `version: "1.0.0"
agents:
  007:
    name: 0x7
    description: True
    version: 1.10 # of the spy
    sha256: ${'12345678'.repeat(8)}
    skills: [{id: 010, name: 1_0, description: d, tags: [007, 1.0]}]
    triggers:
      tags:
        - 1e3
    references: {dips: [0016]}
    spawns: 1.50
    x-weight: 1.50
    performance: {reputation: {score: 50.0}}
    hooks: {on_error: [{type: wait, config: {version: 1.50}}]}
`

test('versions, ids, names and tags are read as they are written; numbers stay numbers', () => {
  const { registry } = parseRegistry(text, { file: 'agents.yaml' })
  expect([...registry.agents.keys()]).toEqual(['007'])
  expect(registry.agents.get('007')?.entry).toMatchObject({
    name: '0x7',
    description: 'True',
    version: '1.10',
    sha256: '12345678'.repeat(8),
    skills: [{ id: '010', name: '1_0', tags: ['007', '1.0'] }],
    triggers: { tags: ['1e3'] },
    references: { dips: ['0016'] },
    spawns: ['1.50'],
    'x-weight': 1.5,
    hooks: { on_error: [{ config: { version: 1.5 } }] },
  })
})

test('a change finds them again, and what it does not touch stays byte for byte', async () => {
  const paths = await temporarySpace(text)
  const set = async (change: object): Promise<unknown> =>
    await updateRegistry(paths, (editor) => {
      const found = editor.get('007')
      if (found === undefined) throw new Error('it is in the file')
      return editor.setAgent('007', { ...found, ...change })
    })
  expect(await set({})).toBe('unchanged')
  expect(await set({ note: 'Retired.' })).toBe('updated')
  const noted = await readFile(paths.agentsFile, 'utf8')
  expect(noted.replace('    note: Retired.\n', '')).toBe(text)
  expect(await set({ version: '1.20' })).toBe('updated')
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(noted.replace('1.10 #', '"1.20" #'))
  expect((await readRegistry(paths)).agents.get('007')?.entry.version).toBe('1.20')
})
