import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { parseManifest } from '../contents/parse-manifest.ts'
import { openManifestCache } from './manifest-cache.ts'

const plugins = join(import.meta.dirname, '../../../../../plugins')

async function bundled(): Promise<readonly { file: string; text: string }[]> {
  const names = await readdir(plugins)
  return await Promise.all(
    names.map(async (name) => {
      const file = join(plugins, name, 'module.yaml')
      return { file, text: await readFile(file, 'utf8') }
    }),
  )
}

test('what comes with the program is read as it is parsed, and parsed once', async () => {
  await using space = await temporarySpace()
  const cache = space.elsewhere
  vi.stubEnv('DATACORTEX_CACHE_DIR', cache)
  const manifests = await bundled()
  const first = await openManifestCache()
  const parsed = manifests.map(({ file, text }) => first.parse(text, { file }))
  await first.save()
  const second = await openManifestCache()
  expect(manifests.map(({ file, text }) => second.parse(text, { file }))).toEqual(parsed)
  // Whoever parses gives another object each time.
  const { file, text } = manifests[0] ?? { file: '', text: '' }
  expect(second.parse(text, { file })).toBe(second.parse(text, { file }))
})

test('what is damaged, has warnings or an error, or can not be kept, is parsed', async () => {
  await using space = await temporarySpace()
  const cache = space.elsewhere
  vi.stubEnv('DATACORTEX_CACHE_DIR', cache)
  const [one = { file: '', text: '' }] = await bundled()
  const first = await openManifestCache()
  expect(() => first.parse('name: [', { file: 'module.yaml' })).toThrow(/module\.yaml/)
  expect(first.parse(`${one.text}\nunheard: of\n`, one).warnings).toHaveLength(1)
  first.parse(one.text, one)
  await first.save()
  const file = join(cache, 'manifests.json')
  const kept = await readFile(file, 'utf8')
  expect(kept).not.toContain('unheard')
  for (const damaged of [
    kept.slice(0, -9),
    kept.replace('"version"', '"revision"'),
    kept.replace('cache 1', 'cache 0'),
  ]) {
    await writeFile(file, damaged)
    expect((await openManifestCache()).parse(one.text, one)).toEqual(parseManifest(one.text, one))
  }
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(file, 'below-a-file'))
  const lost = await openManifestCache()
  lost.parse(one.text, one)
  await expect(lost.save()).resolves.toBeUndefined()
})
