import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowAll, openSpaceReader } from './space-reader.ts'
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
  const { found, leftOut } = await readRequired(await openSpaceReader(paths, allowAll), {
    required,
    places: ['.datacore/dips'],
  })
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
  const { found, leftOut } = await readRequired(await openSpaceReader(paths, allowAll), { required: ['k'] })
  expect(found).toHaveLength(50)
  expect(leftOut).toEqual(names.slice(50).map((origin) => ({ origin, reason: 'more than 50 files match k' })))
})

test('closed files take no places of open ones', async () => {
  const hidden = Array.from({ length: 60 }, (_, index) => `p/journal/${index + 10}.md`)
  const open = ['p/notes/2.md', 'p/notes/1.md']
  const paths = await spaceWith(Object.fromEntries([...hidden, ...open].map((name) => [name, 'x'])))
  const path = (asked: string): string | undefined => (asked.startsWith('p/j') ? 'its level is private' : undefined)
  const reader = await openSpaceReader(paths, { ...allowAll, path })
  for (const wanted of ['p', 'p/**/*.md']) {
    const { found, leftOut } = await readRequired(reader, { required: [wanted] })
    expect(found.map(({ origin }) => origin)).toEqual(['p/notes/1.md', 'p/notes/2.md'])
    expect(leftOut).toEqual(hidden.map((origin) => ({ origin, reason: 'its level is private' })))
  }
})

test('of more than fifty files that begin with a date the newest are read', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `j/2026-01-${String(index).padStart(2, '0')}.md`)
  const paths = await spaceWith(Object.fromEntries(names.map((name) => [name, 'x'])))
  const { found } = await readRequired(await openSpaceReader(paths, allowAll), { required: ['j/*.md'] })
  expect(found[0]?.origin).toBe('j/2026-01-59.md')
  expect(found.at(-1)?.origin).toBe('j/2026-01-10.md')
})

test('names of locations are understood, and whatever is passed over is named', async () => {
  const paths = await spaceWith({
    'k/z/a.md': 'A.',
    'k/z/photo.png': 'x',
    'k/z/node_modules/x.md': 'no',
    'k/.hidden/b.md': 'hidden',
  })
  await symlink('a.md', join(paths.root, 'k/z/again.md'))
  await mkdir(join(paths.root, 'empty'))
  const reader = await openSpaceReader(paths, allowAll)
  const locations = { zettel: 'k/z/', outside: '../x', loop: 'k/z/again.md' }
  const required = ['zettel', 'k/**/*.md', 'k/.hidden/*.md', 'outside', 'loop', 'empty', 'zettel']
  const { found, leftOut } = await readRequired(reader, { required, locations })
  expect(found.map(({ origin }) => origin)).toEqual(['k/z/a.md', 'k/.hidden/b.md'])
  expect(found[0]?.provenance.because).toBe('required as zettel')
  expect(leftOut).toEqual([
    { origin: 'k/z/again.md', reason: 'a link in a folder is not followed; name it by itself' },
    { origin: 'k/z/node_modules', reason: 'it is entered only by a path that names it' },
    { origin: 'k/z', reason: 'of a folder only text files are read; passed over: k/z/photo.png' },
    {
      origin: 'k/**/*.md',
      reason:
        'what begins with a dot and node_modules are read only by a pattern that names them; passed over: k/.hidden, k/z/node_modules',
    },
    { origin: 'outside', reason: expect.stringContaining('it leaves its folder') },
    { origin: 'empty', reason: 'the folder has no text files' },
    { origin: 'k/z/again.md', reason: 'it is the same file as k/z/a.md, which is there already' },
  ])
})

test('a file that links lead to is given once, by its own path', async () => {
  const paths = await spaceWith({ 'n/tides.md': 'Twice a day.', 'n/moon.md': 'Full.' })
  await symlink('n/tides.md', join(paths.root, 'first.md'))
  await symlink('n', join(paths.root, 'm'))
  const required = ['first.md', 'm/tides.md', 'n/tides.md', 'm/moon.md']
  const { found, leftOut } = await readRequired(await openSpaceReader(paths, allowAll), { required })
  expect(found.map(({ origin }) => origin)).toEqual(['n/tides.md', 'm/moon.md'])
  const reason = 'it is the same file as n/tides.md, which is there already'
  expect(leftOut).toEqual(['first.md', 'm/tides.md'].map((origin) => ({ origin, reason })))
})

test('a path that goes up and stays in the space is the one it comes to; a pattern or link changes nothing of that', async () => {
  const outside = await spaceWith({ 'secret.md': 'Out.' })
  const paths = await spaceWith({ 'n/lat.md': 'Here.', 'n/b.md': 'B.', '.env': 'KEY=1' })
  await symlink(outside.root, join(paths.root, 'away'))
  const reader = await openSpaceReader(paths, allowAll)
  const required = [
    'n/../n/lat.md',
    './n/./lat.md',
    'none/../n/b.md',
    'n/../../n/lat.md',
    'n/../n/*.md',
    '{..,n}/*.md',
    'n/../.env',
    'n/../away/secret.md',
    '~/../n/b.md',
    'n/../n/gone.md',
  ]
  const { found, leftOut } = await readRequired(reader, { required })
  expect(found.map(({ origin, provenance }) => [origin, provenance.because])).toEqual([
    ['n/lat.md', 'required as n/../n/lat.md'],
    ['n/b.md', 'required as none/../n/b.md'],
  ])
  expect(leftOut).toEqual([
    { origin: 'n/../../n/lat.md', reason: expect.stringContaining('it leaves its folder') },
    { origin: 'n/../n/*.md', reason: 'a pattern with `..` is not followed' },
    { origin: '{..,n}/*.md', reason: 'a pattern with `..` is not followed' },
    { origin: 'n/../.env', reason: expect.stringContaining('secrets') },
    { origin: 'n/../away/secret.md', reason: 'it leads out of the space' },
    { origin: '~/../n/b.md', reason: expect.stringContaining('it is absolute') },
    { origin: 'n/../n/gone.md', reason: 'it does not exist' },
  ])
})

test('what is passed over in the space itself is named by it', async () => {
  const paths = await spaceWith({ 'a.md': 'A.', 'photo.png': 'x' })
  const { found, leftOut } = await readRequired(await openSpaceReader(paths, allowAll), { required: ['.'] })
  expect(found.map(({ origin }) => origin)).toContain('a.md')
  expect(leftOut.map(({ origin }) => origin)).toContain('.')
  expect(leftOut.every(({ origin }) => origin !== '')).toBe(true)
  const empty = { ...(await openSpaceReader(paths, allowAll)), kindOf: () => Promise.resolve('folder' as const) }
  const gone = { ...empty, root: join(paths.root, 'gone') }
  expect((await readRequired(gone, { required: ['./'] })).leftOut).toEqual([
    { origin: '.', reason: 'it does not exist' },
  ])
})

test('folders that a pattern matches and does not enter are named', async () => {
  const paths = await spaceWith({ 'k/a.md': 'A.', 'k/sub/d.md': 'D.' })
  await mkdir(join(paths.root, 'k/empty'))
  const reader = await openSpaceReader(paths, allowAll)
  const reported = async (pattern: string): Promise<readonly string[]> =>
    (await readRequired(reader, { required: [pattern] })).leftOut.map(({ reason }) => reason)
  expect(await reported('k/*')).toEqual(['it matches folders, of which nothing is read: k/empty, k/sub'])
  expect(await reported('k/s*')).toEqual(['it matches folders, of which nothing is read: k/sub', 'no file matches'])
  expect(await reported('k/**')).toEqual([])
  expect(await reported('k/a*.md')).toEqual([])
})

test('what is passed over and may not be named is not named under another path', async () => {
  const paths = await spaceWith({ 'k/a.md': 'A.', 'k/x.png': '\u0000', 'k/own/y.png': 'y' })
  const path = (asked: string): string | undefined => (asked.startsWith('k/own') ? 'its level is private' : undefined)
  const reader = await openSpaceReader(paths, { ...allowAll, path })
  const { leftOut } = await readRequired(reader, { required: ['k/*', 'k'] })
  expect(leftOut).toEqual([
    { origin: 'k/own', reason: 'its level is private' },
    { origin: 'k/own/y.png', reason: 'its level is private' },
    { origin: 'k', reason: 'of a folder only text files are read; passed over: k/x.png' },
    { origin: 'k/x.png', reason: 'a binary file' },
  ])
})

test('a folder that is gone when it is read is named', async () => {
  const reader = await openSpaceReader(await spaceWith({}), allowAll)
  const late = { ...reader, kindOf: () => Promise.resolve('folder' as const) }
  const { leftOut } = await readRequired(late, { required: ['k'] })
  expect(leftOut).toEqual([{ origin: 'k', reason: 'it does not exist' }])
})

test('an abort ends the reading', async () => {
  const paths = await spaceWith({ 'a.md': 'A.' })
  const reason = new Error('stop')
  const options = { required: ['a.md'], signal: AbortSignal.abort(reason) }
  await expect(readRequired(await openSpaceReader(paths, allowAll), options)).rejects.toBe(reason)
})
