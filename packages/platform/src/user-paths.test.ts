import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { userPaths } from './user-paths.ts'

test('the environment wins, relative folders become absolute, empty ones count as absent', () => {
  expect(userPaths({ DATACORTEX_CACHE_DIR: 'c', DATACORTEX_CONFIG_DIR: '/d' })).toMatchObject({
    cache: resolve('c'),
    config: resolve('/d'),
  })
  expect(userPaths({ DATACORTEX_CACHE_DIR: '' })).toEqual(userPaths({}))
})

test('an empty HOME does not put the cache into the working folder', async () => {
  const source = new URL('./user-paths.ts', import.meta.url).href
  const code = `console.log(JSON.stringify((await import(${JSON.stringify(source)})).userPaths({})))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env['PATH'], HOME: '' },
  })
  const paths = Object.values<string>(JSON.parse(stdout))
  expect(paths).toHaveLength(3)
  expect(paths.filter((path) => !isAbsolute(path) || !path.startsWith(userInfo().homedir))).toEqual([])
})
