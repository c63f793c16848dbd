import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spaceWith } from './__fixtures__/space-with.ts'
import { readRequired } from './read-required.ts'

test('folders and globs are read, each file once; what may not be read says why', async () => {
  const paths = await spaceWith({
    'k/a.md': 'A.',
    'k/b.md': 'B.',
    'k/picture.png': '\u0000',
    'k/.git/x.md': 'no',
    'k/empty.md': ' \n',
    'k/binary.md': '\u0000',
    '.datacore/dips/DIP-0004-knowledge.md': '# DIP',
  })
  const outside = await spaceWith({ 'secret.md': 'secret' })
  await symlink(join(outside.root, 'secret.md'), join(paths.root, 'k/link.md'))
  const required = [
    'k/*.md',
    'k/',
    'k/a.md',
    'DIP-0004-knowledge.md',
    '/etc/passwd',
    '../x.md',
    'none/*.md',
    'k/none.md',
  ]
  const { found, leftOut } = await readRequired(paths, { required, places: ['.datacore/dips'] })
  expect(found.map(({ origin }) => origin)).toEqual(['k/a.md', 'k/b.md', '.datacore/dips/DIP-0004-knowledge.md'])
  const reasons = new Map(leftOut.map(({ origin, reason }) => [origin, reason]))
  expect(reasons.get('k/binary.md')).toBe('a binary file')
  expect(reasons.get('k/empty.md')).toBe('it is empty')
  expect(reasons.get('k/link.md')).toBe('it leads out of the space')
  expect(reasons.get('/etc/passwd')).toContain('it is absolute')
  expect(reasons.get('../x.md')).toContain('it leaves its folder')
  expect(reasons.get('none/*.md')).toBe('no file matches')
  expect(reasons.get('k/none.md')).toBe('it does not exist')
})

test('a folder of very many files gives the first fifty and names the others', async () => {
  const names = Array.from({ length: 53 }, (_, index) => `k/${String(index).padStart(2, '0')}.md`)
  const paths = await spaceWith(Object.fromEntries(names.map((name) => [name, 'x'])))
  const { found, leftOut } = await readRequired(paths, { required: ['k'] })
  expect(found).toHaveLength(50)
  expect(leftOut).toEqual(names.slice(50).map((origin) => ({ origin, reason: 'more than 50 files match k' })))
})
