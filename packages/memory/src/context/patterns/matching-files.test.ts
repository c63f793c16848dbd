import { mkdirSync, writeFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spaceWith } from '../__fixtures__/space-with.ts'
import { type SpaceReader, allowAll, openSpaceReader } from '../space-reader.ts'
import { matchingFiles } from './matching-files.ts'

const files = {
  'a.md': 'A.',
  'k/b.md': 'B.',
  'k/c.org': 'C.',
  'k/deep/er/d.md': 'D.',
  'k/.x/e.md': 'E.',
  'node_modules/f.md': 'F.',
  'l/g.md': 'G.',
}

const asideOf = (paths: string): unknown =>
  expect.stringMatching(new RegExp(`^what begins with a dot .*; passed over: ${paths}$`))

test.each<[string, string[], unknown[]]>([
  ['*.md', ['a.md'], []],
  ['k/*.{md,org}', ['k/b.md', 'k/c.org'], []],
  ['**/*.md', ['a.md', 'k/b.md', 'k/deep/er/d.md', 'l/g.md'], [asideOf('.*k/.x, node_modules')]],
  ['**/**/d.md', ['k/deep/er/d.md'], [asideOf('.*k/.x, node_modules')]],
  ['k/**', ['k/b.md', 'k/c.org', 'k/deep/er/d.md'], [asideOf('k/.x')]],
  ['k/**/er/*', ['k/deep/er/d.md'], [asideOf('k/.x')]],
  ['./{k,l}//[a-c]?md', ['k/b.md'], []],
  ['**/.x/*.md', ['k/.x/e.md'], [asideOf('.*node_modules')]],
  ['k/.*/*', ['k/.x/e.md'], []],
  ['node_modules/*', ['node_modules/f.md'], []],
  ['k/b.md/*', [], ['no file matches']],
  ['k/d*/', [], ['it matches folders, of which nothing is read: k/deep', 'no file matches']],
])('%s', async (pattern, expected, reported) => {
  const matched = await matchingFiles(await openSpaceReader(await spaceWith(files), allowAll), pattern)
  const { files: found, leftOut } =
    typeof matched === 'string' ? { files: [], leftOut: [{ reason: matched }] } : matched
  expect(found).toEqual(expected)
  const reasons = leftOut.map(({ reason }) => reason).filter((reason) => !/other agents/.test(reason))
  expect(reasons).toEqual(reported)
})

test('nothing outside of the space is listed, by whatever link', async () => {
  const outside = await spaceWith({ 'secret.md': 'Out.', 'folder/x.md': 'Out.' })
  const paths = await spaceWith({ 'n/a.md': 'A.' })
  await symlink(outside.root, join(paths.root, 'out'))
  await symlink('..', join(paths.root, 'n/up'))
  const reader = await openSpaceReader(paths, allowAll)
  for (const pattern of ['out/*', 'out/**', '{n,out}/*.md', 'out/folder/*', 'n/up/out/s*', '**/out/**/*.md', '*/*.md'])
    expect(JSON.stringify([pattern, await matchingFiles(reader, pattern)])).not.toMatch(/secret|x\.md/)
  expect(await matchingFiles(reader, 'out/*')).toEqual({
    files: [],
    leftOut: [
      { origin: 'out', reason: 'it leads out of the space' },
      { origin: 'out/*', reason: 'no file matches' },
    ],
  })
})

test('links to folders are followed where the pattern names them, and named where it does not', async () => {
  const paths = await spaceWith({ 'n/a.md': 'A.', 'm/b.md': 'B.' })
  await symlink('../m', join(paths.root, 'n/link'))
  await symlink('a.md', join(paths.root, 'n/again.md'))
  await symlink('nowhere', join(paths.root, 'n/dangling'))
  const reader = await openSpaceReader(paths, allowAll)
  const reason = 'a link in a folder is not followed; name it by itself'
  expect(await matchingFiles(reader, 'n/link/*.md')).toEqual({ files: ['n/link/b.md'], leftOut: [] })
  expect(await matchingFiles(reader, 'n/**/*.md')).toEqual({
    files: ['n/a.md', 'n/again.md'],
    leftOut: [{ origin: 'n/link', reason }],
  })
})

test('what is passed over and may not be named stands by itself', async () => {
  const paths = await spaceWith({ 'n/a.md': 'A.', 'n/closed/.divorce/b.md': 'B.' })
  const path = (asked: string): string | undefined => (asked.startsWith('n/c') ? 'its level is private' : undefined)
  const reader = await openSpaceReader(paths, { ...allowAll, path })
  expect(await matchingFiles(reader, 'n/**/*.md')).toEqual({
    files: ['n/a.md'],
    leftOut: [{ origin: 'n/closed/.divorce', reason: 'its level is private' }],
  })
})

test('of more files than can be read the first are, and groups that stand for millions are refused', async () => {
  const paths = await spaceWith({})
  // Of 100 files under 51 names of their folder.
  mkdirSync(join(paths.root, 'files'))
  for (let index = 0; index < 100; index += 1) writeFileSync(join(paths.root, `files/${index}.md`), '')
  for (let index = 0; index < 51; index += 1) await symlink('files', join(paths.root, `n${index}`))
  const origin = 'n{0..50}/*.md'
  const reader = await openSpaceReader(paths, allowAll)
  const matched = await matchingFiles(reader, origin)
  expect(matched).toMatchObject({
    leftOut: [{ origin, reason: 'more than 5000 files match it; this is where reading ended' }],
  })
  expect(typeof matched === 'string' ? [] : matched.files).toHaveLength(5000)
  const refused = 'the pattern is too long or has groups that stand for more than 1000 patterns'
  for (const pattern of ['n/{1..3000000}.md', '{a,b}'.repeat(40), `n/${'{a,b}/'.repeat(1000)}*`])
    expect(await matchingFiles(reader, pattern)).toBe(refused)
})

test('a pattern that stands for many names in many folders is not tried to its end', async () => {
  const paths = await spaceWith({})
  for (let index = 0; index < 120; index += 1) mkdirSync(join(paths.root, `n/${index}`), { recursive: true })
  const open = await openSpaceReader(paths, allowAll)
  let looked = 0
  const reader: SpaceReader = {
    ...open,
    spelled: async (path) => await Promise.resolve(path),
    kindOf: async () => {
      looked += 1
      return await Promise.resolve({ reason: 'it does not exist' })
    },
  }
  const origin = '**/{1..999}/x.md'
  const reason = 'it stands for too many names to try all of them in so many folders; this is where reading ended'
  expect(await matchingFiles(reader, origin)).toMatchObject({ leftOut: expect.arrayContaining([{ origin, reason }]) })
  expect(looked).toBeLessThanOrEqual(100_000)
  expect(await matchingFiles(open, `{1..999}${'['.repeat(400)}*`)).toBe('no file matches')
})

test('an abort ends the walk', async () => {
  const reason = new Error('stop')
  const reader = await openSpaceReader(await spaceWith({}), allowAll)
  await expect(matchingFiles(reader, '**/*.md', AbortSignal.abort(reason))).rejects.toBe(reason)
})
