import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, readSettingsWants, readTrust, trustSpace, withTrust } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { operations } from '../operations.ts'
import { user } from '../caller/caller.ts'
import { openSpace } from '../space.ts'
import { requireTrust } from './require-trust.ts'

const model = { embeddings: { model: '/elsewhere/model' } }

async function spaceWith(settings: object): Promise<SpacePaths> {
  const { paths } = await workSpace({ settings })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  return paths
}

const asked = async (paths: SpacePaths, name: 'index' | 'find' | 'run' | 'remember', isDry = false) => {
  const trusted = withTrust(paths, { trust: await readTrust(paths.root) })
  return await requireTrust(trusted, { name, entry: operations[name], isDry }).then(
    (findings) => findings.map(({ severity }) => severity),
    ({ code, details }) => [code, details.wants],
  )
}

test('in a trusted space an operation waits for its user where it would go on with defaults instead of what waits', async () => {
  const paths = await spaceWith(model)
  await trustSpace(paths.root, { allowed: [] })
  const refused = ['SPACE_RESTRICTED', ['embeddings.model']]
  expect(await asked(paths, 'index')).toEqual(refused)
  expect(await asked(paths, 'index', true)).toEqual(refused)
  // They use none of it.
  expect(await asked(paths, 'remember')).toEqual([])
  expect(await asked(paths, 'run')).toEqual([])
  await trustSpace(paths.root, { allowed: await readSettingsWants(paths) })
  expect(await asked(paths, 'index')).toEqual([])
})

test('in a restricted space the index is made beside it, with defaults, and the answer says so', async () => {
  const paths = await spaceWith(model)
  expect(await asked(paths, 'index')).toEqual(['warning'])
  expect(await asked(paths, 'find')).toEqual(['warning'])
  expect(await asked(paths, 'remember', true)).toEqual(['warning'])
  expect(await asked(paths, 'remember')).toEqual(['SPACE_RESTRICTED', []])
})

const manifest = `manifest_version: 2
name: tides
version: 1.0.0
description: Knows tides.
license: MIT
provides:
  sources:
    tides:
      type: api
      tool: tides
      layers: [search]
      content_type: documents
      request: {url: 'https://tides.example/?q={query}'}
      response: {items: $, title: title}
`

test.each([
  ['the user', user, ['sources.tides']],
  ['an agent in its run', { kind: 'agent', id: 'writer', chain: ['writer'], parent: undefined } as const, []],
])('what %s installs is allowed with it: %#', async (_who, caller, allowed) => {
  const paths = await spaceWith({})
  const { root } = paths
  await trustSpace(root, { allowed: [] })
  await mkdir(join(root, 'tides'))
  await writeFile(join(root, 'tides/module.yaml'), manifest)
  await using space = await openSpace(root, { caller })
  await space.modules.install({ spec: join(root, 'tides'), yes: true })
  expect((await readTrust(root)).allowed.map(({ name }) => name)).toEqual(allowed)
  expect((await space.trust.show({})).wants).toMatchObject([
    { name: 'sources.tides', state: allowed.length > 0 ? 'allowed' : 'waiting' },
  ])
})
