import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spacePaths } from './space-paths.ts'

test('every path lies below the root, and no two are the same', () => {
  const { root, trust: _, ...paths } = spacePaths('/desk')
  expect(Object.values(paths).filter((path) => !path.startsWith(join(root, '.datacore')))).toEqual([])
  expect(new Set(Object.values(paths)).size).toBe(Object.values(paths).length)
})

test('the registry and the local settings are where the format says', () => {
  expect(spacePaths('/desk')).toMatchObject({
    agentsFile: join('/desk', '.datacore', 'registry', 'agents.yaml'),
    settingsLocalFile: join('/desk', '.datacore', 'settings.local.yaml'),
  })
})
