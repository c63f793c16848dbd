import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countingEmbedder, findSpace, optionsOf, threeAgents, writeAgents } from '../__fixtures__/find-space.ts'
import { openFinder } from '../open-finder.ts'
import { examineIndex } from './examine-index.ts'

const nobody = 65_534

test.skipIf(process.platform === 'win32')('a read-only copy of a space answers, and nothing is embedded', async () => {
  const copy = await copied(await indexedSpace())
  const { embedder, texts } = countingEmbedder()
  await asReader(copy, async () => {
    await using finder = await openFinder(copy, optionsOf(embedder))
    expect(finder.update).toMatchObject({ embedded: 0, changed: 0 })
    expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
    expect(texts).toEqual(['bakes bread'])
    const { findings, index } = await examineIndex(copy)
    expect(index).toBe('fresh')
    expect(findings[0]).toMatchObject({ code: 'SPACE_READ_ONLY', severity: 'warning' })
  })
})

test.skipIf(process.platform === 'win32')(
  'a read-only space that changed is indexed for the user: only what is new is embedded, and only once',
  async () => {
    const copy = await copied(await indexedSpace())
    await writeAgents(copy, { ...threeAgents, potter: { description: 'Burns clay to pots' } })
    const before = await readFile(join(copy.cacheDirectory, 'find', 'state.json'), 'utf8')
    const { embedder, texts } = countingEmbedder()
    await asReader(copy, async () => {
      expect((await examineIndex(copy)).index).toBe('absent')
      for (const embedded of [1, 0]) {
        await using finder = await openFinder(copy, optionsOf(embedder))
        expect(finder.update.embedded > 0).toBe(embedded > 0)
        expect((await finder.find('clay pots', { minScore: 0 })).results[0]?.id).toBe('potter')
      }
      expect(texts.filter((text) => text !== 'clay pots').sort()).toEqual([
        'Burns clay to pots',
        'potter: Burns clay to pots',
      ])
      expect((await examineIndex(copy)).index).toBe('fresh')
    })
    expect(await readFile(join(copy.cacheDirectory, 'find', 'state.json'), 'utf8')).toBe(before)
  },
)

test.skipIf(process.platform === 'win32')('a read-only space that was never indexed answers', async () => {
  const paths = await findSpace()
  await asReader(paths, async () => {
    await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
    expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
  })
  expect(await readdir(paths.datacore)).toEqual(['registry'])
})

test('where the index of a space has no room, the user keeps one; where that has none either, the earlier one answers', async () => {
  const paths = await indexedSpace()
  const cache = await temporaryFolder()
  vi.stubEnv('DATACORTEX_CACHE_DIR', cache)
  onTestFinished(() => void vi.unstubAllEnvs())
  await writeAgents(paths, { ...threeAgents, potter: { description: 'Burns clay to pots' } })
  // Like a full disk: reading goes on, and the state can't be replaced.
  const signatures = join(paths.cacheDirectory, 'find', 'signatures.json')
  await rm(signatures, { force: true })
  await mkdir(join(signatures, 'x'), { recursive: true })
  const { embedder } = countingEmbedder()
  {
    await using finder = await openFinder(paths, optionsOf(embedder))
    expect(finder.update.problem).toBeUndefined()
    expect((await finder.find('clay pots', { minScore: 0 })).results[0]?.id).toBe('potter')
  }
  {
    await using finder = await openFinder(paths, optionsOf(embedder))
    expect(finder.update).toMatchObject({ embedded: 0, changed: 0 })
  }
  await rm(cache, { recursive: true })
  await writeFile(cache, 'no folder')
  await using finder = await openFinder(paths, optionsOf(embedder))
  expect(finder.update.problem).toContain("can't be written")
  expect((await finder.find('bakes bread', { minScore: 0 })).results[0]?.id).toBe('cook')
})

test('a space that can be written keeps its index itself, and no probe stays', async () => {
  const paths = await indexedSpace()
  const { findings, index } = await examineIndex(paths)
  expect([index, findings.filter(({ severity }) => severity !== 'info')]).toEqual(['fresh', []])
  expect((await readdir(paths.datacore)).sort()).toEqual(['cache', 'registry', 'state'])
  expect((await readdir(join(paths.cacheDirectory, 'find'))).filter((name) => name.startsWith('.probe'))).toEqual([])
})

async function indexedSpace(): Promise<SpacePaths> {
  const paths = await findSpace()
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  await finder.find('bread')
  return paths
}

async function copied(paths: SpacePaths): Promise<SpacePaths> {
  const root = join(await temporaryFolder(), 'elsewhere')
  await cp(paths.root, root, { recursive: true })
  return ownPaths(spacePaths(root))
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-place-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o777)
  return folder
}

/** As somebody who may only read the space, and has a cache of his own. */
async function asReader(paths: SpacePaths, run: () => Promise<void>): Promise<void> {
  const cache = await temporaryFolder()
  vi.stubEnv('DATACORTEX_CACHE_DIR', cache)
  onTestFinished(() => void vi.unstubAllEnvs())
  await setModes(paths.root, { folder: 0o555, file: 0o444 })
  const isRoot = process.geteuid?.() === 0
  try {
    if (isRoot) process.seteuid?.(nobody)
    await run()
  } finally {
    if (isRoot) process.seteuid?.(0)
    await setModes(paths.root, { folder: 0o755, file: 0o644 })
  }
}

async function setModes(root: string, { folder, file }: { folder: number; file: number }): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : file)
  for (const entry of entries.filter((one) => one.isDirectory()))
    await chmod(join(entry.parentPath, entry.name), folder)
  await chmod(root, folder)
}
