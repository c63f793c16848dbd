import { expect, test } from 'vitest'
import { packageEntry, parsePackage } from './module-package.ts'

const conditions = ['import', 'node']

test.each([
  ['./index.js', 'index.js'],
  [{ '.': './index.js' }, 'index.js'],
  [{ '.': { types: './index.d.ts', default: './dist/index.js' } }, 'dist/index.js'],
  [{ '.': { require: './index.cjs', import: { browser: './b.js', node: './n.js' } } }, 'n.js'],
  [{ import: './i.js', default: './d.js' }, 'i.js'],
  [{ default: './d.js', import: './i.js' }, 'd.js'],
  [{ '.': [{ browser: './b.js' }, './index.js'] }, 'index.js'],
  [{ './other': './o.js' }, undefined],
  [{ '.': { browser: './b.js' } }, undefined],
  [{ '.': null }, undefined],
  [undefined, undefined],
  [7, undefined],
])('resolves exports %j to %s as Node does', (exports, entry) => {
  expect(packageEntry({ exports }, conditions)).toBe(entry)
})

test.each(['../x.js', './../x.js', '/etc/x.js', './a/../../x.js', './a\\x.js'])('refuses the entry %j', (entry) => {
  expect(() => packageEntry({ exports: entry }, conditions)).toThrowError(
    expect.objectContaining({ code: 'PLATFORM_PATH_REFUSED' }),
  )
})

test('a package.json of wrong types is refused with every issue', () => {
  expect(() => parsePackage('{"name": 1, "scripts": []}', { file: 'package.json' })).toThrowError(/name.*scripts/)
})

test('without exports, main says it', () => {
  expect(packageEntry({ main: './index.js' }, ['default'])).toBe('index.js')
  expect(packageEntry({ exports: './a.js', main: './b.js' }, ['default'])).toBe('a.js')
  expect(packageEntry({ exports: null, main: 'index.js' }, ['default'])).toBe('index.js')
  expect(packageEntry({ main: { default: './index.js' } }, ['default'])).toBeUndefined()
})
