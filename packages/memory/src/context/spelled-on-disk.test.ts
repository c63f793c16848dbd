import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spelledOnDisk } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { spaceWith } from './__fixtures__/space-with.ts'
import { openScreen } from './context-screen.ts'
import { inferPaths } from './infer-paths.ts'
import { readReferences } from './read-references.ts'
import { readRequired } from './read-required.ts'
import { openSpaceReader } from './space-reader.ts'

const [composed, decomposed] = ['Übung', 'Übung'.normalize('NFD')]

test.each([
  [composed, decomposed],
  [decomposed, composed],
])('what is written in another form of Unicode than on the disk is read: %j', async (written, there) => {
  const paths = await spaceWith({ [`${there}/${there}.md`]: 'Uebung.', [`${there}/other.md`]: 'Other.' })
  const reader = await openSpaceReader(paths, openScreen)
  for (const [required, names] of [
    [`${written}/${written}.md`, [`${there}.md`]],
    [written, ['other.md', `${there}.md`]],
    [`${written}/o*.md`, ['other.md']],
    [`{x,${written}}/${written}.md`, [`${there}.md`]],
  ] as const) {
    const { found, leftOut } = await readRequired(reader, { required: [required] })
    expect(found.map(({ origin }) => origin).sort()).toEqual(names.map((name) => `${there}/${name}`).sort())
    expect(leftOut).toEqual([])
  }
  const referred = await readReferences(reader, [{ ids: [written, `${written}/other.md`], places: [written] }])
  expect(referred.found.map(({ origin }) => origin)).toEqual([`${there}/${there}.md`, `${there}/other.md`])
  const inferred = await inferPaths(reader, { task: `Look into ${written}/other.md`, locations: {} })
  expect(inferred.found.map(({ origin }) => origin)).toEqual([`${there}/other.md`])
})

test('of two that differ only so the one that is written is meant', async ({ skip }) => {
  const paths = await spaceWith({ [`${composed}.md`]: 'One.', [`${decomposed}.md`]: 'Two.' })
  skip(!(await readdir(paths.root)).includes(decomposed + '.md'), 'this disk takes both forms of Unicode for one name')
  expect(await spelledOnDisk(paths.root, `${composed}.md`)).toBe(`${composed}.md`)
  expect(await spelledOnDisk(paths.root, `${decomposed}.md`)).toBe(`${decomposed}.md`)
  expect(await spelledOnDisk(paths.root, `nowhere/${composed}.md`)).toBe(`nowhere/${composed}.md`)
})

test('secrets stay closed in every form', async () => {
  const paths = await spaceWith({})
  await mkdir(join(paths.root, '.datacore/env'), { recursive: true })
  await writeFile(join(paths.root, '.datacore/env', decomposed), 'sk')
  const reader = await openSpaceReader(paths, openScreen)
  const { found, leftOut } = await readRequired(reader, { required: [`.datacore/env/${composed}`] })
  expect(found).toEqual([])
  expect(leftOut).toEqual([{ origin: `.datacore/env/${composed}`, reason: 'it holds secrets, which are never loaded' }])
})
