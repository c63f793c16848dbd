import { expect, test } from 'vitest'
import { refuseVersionControl } from './fetch-module.ts'

const check = (...paths: readonly string[]): void =>
  refuseVersionControl(new Map(paths.map((path) => [path, new Uint8Array()])), 'm.tgz')

test.each([
  '.git/config',
  'agents/deep/.git',
  '.Git/config',
  '.git. ./config',
  '.git::$INDEX_ALLOCATION/config',
  '.g\u200Cit/config',
  '\uFF0Egit/config',
  'GIT~1/config',
  '.hg/hgrc',
  '.SVN/entries',
])('%j is refused: on some system it belongs to version control', (path) => {
  expect(() => check('module.yaml', path)).toThrowError(
    expect.objectContaining({
      code: 'MODULE_CONTENT_REFUSED',
      message: expect.stringContaining(`${JSON.stringify(path)} belongs to version control`),
    }),
  )
})

test('names that only look alike are taken', () => {
  expect(() =>
    check('.gitignore', '.gitattributes', 'git', '.github/a.md', 'a.git', 'git~10', '.hgignore'),
  ).not.toThrow()
})
