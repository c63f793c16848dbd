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
  '/home/ada/.aws',
  '/home/ada/.config/gcloud/credentials.db',
  '/home/ada/.ＳＳＨ/config',
  'a/.s\u200bsh/config',
  'C:\\Users\\ada\\.ssh\\config',
  '/home/ada/Library/Keychains/login.keychain-db',
  '/proc/self/environ',
  '/etc/shadow',
  '.datacore/env/keystores/UTC--2026--ab',
  'UTC--2026-01-01--ab',
  '.bash_history',
  'vault.kdbx',
  'state.tfstate',
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
  '.datacore/states.md',
  'state/a.md',
  'cache/a.md',
  '.github/a.md',
  'keychains/a.md',
  'keynote.md',
  'ssh/config',
  'environ',
  '.config/a.md',
  'history.md',
])('%s does not', (path) => {
  expect(secretPlace(path)).toBeUndefined()
})

test('the folder of git is not the space', () => {
  expect(secretPlace('a/.git/config')).toContain('git')
})

test.each([
  '.datacore/state/outputs/exec-1.md',
  '.datacore/state/session-memories.jsonl',
  '.Datacore/State',
  'sub/.datacore/cache/memory/hot.json',
])('%s is what agents did and were shown', (path) => {
  expect(secretPlace(path)).toBe('it holds what other agents did and were shown, which is never loaded')
})
