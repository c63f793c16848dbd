import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { createSpace } from './create-space.ts'
import { agentsWithIdentity, mindsPlace } from './minds-place.ts'

test.each([
  ['agents: {}\n', '0-personal/minds'],
  [
    'knowledge_locations:\n  personal:\n    # ours\n    minds: 0-personal/own\nagents:\n  minds: {name: minds}\n',
    '0-personal/own',
  ],
  ['agents: {}\nknowledge_locations: {personal: {minds: a}}\n', 'a'],
  ['{"agents": {}, "knowledge_locations": {"personal": {"minds": "b"}}}', 'b'],
  ['knowledge_locations:\n  personal: {minds: [\nagents: {}\n', '0-personal/minds'],
  ['knowledge_locations:\n  personal:\n    minds: 7\n', '0-personal/minds'],
])('minds lie where %j names them', async (text, place) => {
  const { paths } = await createSpace(await temporaryFolder())
  await writeFile(paths.agentsFile, text)
  expect(await mindsPlace(paths)).toBe(place)
})

test('an agent has an identity if its folder has the file', async () => {
  const { paths } = await createSpace(await temporaryFolder())
  for (const id of ['b', 'a', 'none']) await mkdir(join(paths.agentsDirectory, id))
  for (const id of ['b', 'a']) await writeFile(join(paths.agentsDirectory, id, 'identity.yaml'), '')
  expect(await agentsWithIdentity(paths)).toEqual(['a', 'b'])
})
