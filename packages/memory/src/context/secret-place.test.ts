import { expect, test } from 'vitest'
import { secretPlace } from './secret-place.ts'

test.each([
  '.datacore/env/KEY',
  '.DATACORE/Env/KEY',
  '.datacore/env',
  'sub/.datacore/env/KEY',
  '.env',
  'app/.env.local',
  'keys/server.pem',
  'Server.KEY',
  '.ssh/config',
  'id_ed25519',
  '.npmrc',
])('%s holds secrets', (path) => {
  expect(secretPlace(path)).toContain('secrets')
})

test.each([
  '.datacore/environment.md',
  'env/a.md',
  'keys.md',
  'key',
  'my.env.md',
  '.datacore/tags.yaml',
  '.github/a.md',
])('%s does not', (path) => {
  expect(secretPlace(path)).toBeUndefined()
})

test('the folder of git is not the space', () => {
  expect(secretPlace('a/.git/config')).toContain('git')
})
