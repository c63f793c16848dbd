import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spaceWith } from './__fixtures__/space-with.ts'
import { allowAll, openSpaceReader } from './space-reader.ts'
import { readReferences } from './read-references.ts'

test('documents by id and specifications anywhere below their places, each once', async () => {
  const paths = await spaceWith({
    'dips/DIP-0004-knowledge.md': '# A\n\n## Agent Context\n\nShort.\n\n## B\n\nLong.',
    'dips/DIP-0005.md': '# Five\n\n## Agent Context\n\n## Next\n\nAll of it.',
    'dips/DIP-00044.md': 'no',
    'specs/law/eu/privacy-policy.md': 'Names.',
    'specs/law/privacy-policy-old.md': 'Old names.',
    'specs/empty.md': ' ',
    'specs/.hidden/secret-spec.md': 'no',
    'other/by-path.md': 'By its path.',
  })
  const outside = await spaceWith({ 'x.md': 'outside' })
  await symlink(join(outside.root, 'x.md'), join(paths.root, 'dips/DIP-0006.md'))
  const reader = await openSpaceReader(paths, allowAll)
  const { found, leftOut } = await readReferences(reader, [
    { ids: ['DIP-0004', 'dip-0004-knowledge.md', 'DIP-0005', 'DIP-0006', 'DIP-0007'], places: ['dips/', 'none'] },
    {
      ids: [
        'privacy-policy.md',
        'empty',
        'secret-spec',
        'other/by-path.md',
        '../x.md',
        'dips/',
        'https://a.example/b.md',
      ],
      places: ['specs'],
    },
  ])
  expect(found.map(({ origin, text }) => [origin, text])).toEqual([
    ['dips/DIP-0004-knowledge.md', 'Short.'],
    ['dips/DIP-0005.md', '# Five\n\n## Agent Context\n\n## Next\n\nAll of it.'],
    ['specs/law/eu/privacy-policy.md', 'Names.'],
    ['other/by-path.md', 'By its path.'],
  ])
  expect(leftOut).toEqual([
    { origin: 'dips/DIP-0006.md', reason: 'it leads out of the space' },
    { origin: 'DIP-0007', reason: 'no such document in dips/ or none' },
    { origin: 'specs/empty.md', reason: 'it is empty' },
    { origin: 'secret-spec', reason: 'no such document in specs' },
    { origin: '../x.md', reason: expect.stringContaining('leaves its folder') },
    { origin: 'dips/', reason: 'it is a folder, not a document' },
    { origin: 'https://a.example/b.md', reason: 'it is no file of the space; nothing is fetched for a context' },
  ])
})

test('a document that is named by a path that goes up is the one it comes to, once', async () => {
  const paths = await spaceWith({ 'docs/one.md': 'One.' })
  const ids = ['docs/one.md', 'docs/../docs/one.md', './docs/one.md', 'docs/../../docs/one.md']
  const { found, leftOut } = await readReferences(await openSpaceReader(paths, allowAll), [{ ids, places: ['docs'] }])
  expect(found.map(({ origin }) => origin)).toEqual(['docs/one.md'])
  expect(leftOut).toEqual([{ origin: 'docs/../../docs/one.md', reason: expect.stringContaining('leaves its folder') }])
})

test('several documents of one name: the nearest is taken and the others are named', async () => {
  const paths = await spaceWith({ 's/b/spec.md': 'Far.', 's/spec.md': 'Near.', 's/a/spec-2.md': 'Longer name.' })
  const { found, leftOut } = await readReferences(await openSpaceReader(paths, allowAll), [
    { ids: ['spec'], places: ['s'] },
  ])
  expect(found.map(({ text }) => text)).toEqual(['Near.'])
  expect(leftOut).toEqual([{ origin: 's/b/spec.md', reason: 'spec names s/spec.md as well, which is taken' }])
})

test('where a document is not found, folders that are too deep to be looked into are named', async () => {
  const paths = await spaceWith({ 'docs/1/2/3/4/5/6/7/8/9/spec.md': 'Deep.', 'docs/near.md': 'Near.' })
  const reader = await openSpaceReader(paths, allowAll)
  const { found, leftOut } = await readReferences(reader, [{ ids: ['near', 'spec'], places: ['docs'] }])
  expect(found.map(({ origin }) => origin)).toEqual(['docs/near.md'])
  const reason = 'no such document in docs; not looked into: docs/1/2/3/4/5/6/7/8/9'
  expect(leftOut).toEqual([{ origin: 'spec', reason }])
})

test('where a document is not found, links to folders, which are not followed, are named', async () => {
  const paths = await spaceWith({ 'docs/near.md': 'Near.', 'far/spec.md': 'Far.' })
  await symlink('../far', join(paths.root, 'docs/link'))
  await symlink('near.md', join(paths.root, 'docs/other.md'))
  const reader = await openSpaceReader(paths, allowAll)
  const { found, leftOut } = await readReferences(reader, [{ ids: ['other', 'spec'], places: ['docs'] }])
  expect(found.map(({ text }) => text)).toEqual(['Near.'])
  expect(leftOut).toEqual([{ origin: 'spec', reason: 'no such document in docs; not looked into: docs/link' }])
})

test('of several documents of one name a closed one is not taken, and no other says what it is called', async () => {
  const paths = await spaceWith({ 's/a/DIP-0009-merger.md': 'No.', 's/b/DIP-0009-x.md': 'Open.' })
  const path = (asked: string): string | undefined => (asked.startsWith('s/b') ? undefined : 'its level is private')
  const reader = await openSpaceReader(paths, { ...allowAll, path })
  const { found, leftOut } = await readReferences(reader, [
    { ids: ['DIP-0009-merger', 'dip-0009-x'], places: ['s'] },
    { ids: ['DIP-0009'], places: ['s/a', 's/b'] },
  ])
  expect(found.map(({ text, provenance }) => [text, provenance.because])).toEqual([
    ['Open.', 'refers to dip-0009-x, which has no section "Agent Context"'],
  ])
  expect(leftOut).toEqual([
    { origin: 's/a/DIP-0009-merger.md', reason: 'its level is private' },
    { origin: 's/a/DIP-0009-merger.md', reason: 'its level is private' },
  ])
})
