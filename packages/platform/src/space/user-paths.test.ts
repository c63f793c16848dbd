import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type UserPaths, userPaths } from './user-paths.ts'

test('the environment wins, relative folders become absolute, empty ones count as absent', () => {
  expect(userPaths({ DATACORTEX_CACHE_DIR: 'c', DATACORTEX_CONFIG_DIR: '/d' })).toMatchObject({
    cache: resolve('c'),
    config: resolve('/d'),
  })
  expect(userPaths({ DATACORTEX_CACHE_DIR: '' })).toEqual(userPaths({}))
})

test('an empty HOME does not put the cache into the working folder', async () => {
  const paths = Object.values(await pathsWith({ HOME: '' }))
  expect(paths).toHaveLength(2)
  expect(paths.filter((path) => !isAbsolute(path) || !path.startsWith(userInfo().homedir))).toEqual([])
})

test('a user whom the system does not know needs a HOME only', async () => {
  const noUser =
    "import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.userInfo = () => { throw Object.assign(new Error('no such user'), { code: 'ERR_SYSTEM_ERROR', info: { code: 'ENOENT' } }) }; syncBuiltinESMExports();"
  expect(await pathsWith({ HOME: '/home/ada' }, noUser)).toMatchObject({
    cache: stringOf(/^\/home\/ada\//),
    config: stringOf(/^\/home\/ada\//),
  })
  await expect(pathsWith({ HOME: '' }, noUser)).rejects.toThrow('PLATFORM_HOME_UNKNOWN')
})

/** What another process says, whose environment is this one. */
async function pathsWith(env: Readonly<Record<string, string>>, first = ''): Promise<UserPaths> {
  const source = new URL('./user-paths.ts', import.meta.url).href
  const code = `${first} console.log(JSON.stringify((await import(${JSON.stringify(source)})).userPaths({})))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env['PATH'], ...env },
  })
  return JSON.parse(stdout) as UserPaths
}

function stringOf(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}
