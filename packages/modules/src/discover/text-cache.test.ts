import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readRegistry } from '@datacortex/registry'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { discoverModules } from './discover-modules.ts'
import { openTextCache } from './text-cache.ts'
import { withModules } from './with-modules.ts'

const bundledDirectory = join(import.meta.dirname, '../../../../plugins')

test('of the modules that come with the program the same is read as was made of their texts before', async () => {
  await using space = await temporarySpace()
  vi.stubEnv('DATACORTEX_CACHE_DIR', space.elsewhere)
  const read = async (): Promise<unknown> => {
    const { modules, broken } = await discoverModules(space.paths, { bundledDirectory })
    return { modules, broken, registry: await withModules(await readRegistry(space.paths), modules, space.paths) }
  }
  const made = await read()
  const files = ['manifests.json', 'prompts.json'].map((name) => join(space.elsewhere, name))
  const kept = await Promise.all(files.map(async (file) => await readFile(file, 'utf8')))
  expect(kept.map((text) => text.length > 1000)).toEqual([true, true])
  expect(await read()).toEqual(made)
})

test('what is made of a text is made once by all processes, unless it is not to be kept', async () => {
  await using space = await temporarySpace()
  vi.stubEnv('DATACORTEX_CACHE_DIR', space.elsewhere)
  const made: string[] = []
  const open = async (version = 1): Promise<(text: string) => Promise<readonly [string]>> => {
    const cache = await openTextCache<readonly [string]>('things', { version, keeps: ([text]) => text !== 'odd' })
    return async (text) => {
      const answer = cache.of(text, () => {
        made.push(text)
        return [text]
      })
      await cache.save()
      return answer
    }
  }
  const first = await open()
  for (const text of ['one', 'odd']) expect(await first(text)).toEqual([text])
  const second = await open()
  for (const text of ['one', 'odd']) expect(await second(text)).toEqual([text])
  expect(made).toEqual(['one', 'odd', 'odd'])
  const file = join(space.elsewhere, 'things.json')
  const kept = await readFile(file, 'utf8')
  for (const damaged of [kept.slice(0, -2), kept.replace('"one"', '"two"')]) {
    await writeFile(file, damaged)
    expect(await (await open())('one')).toEqual(['one'])
  }
  // Another version reads it differently.
  expect(await (await open(2))('one')).toEqual(['one'])
  // Where it can't be kept.
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(file, 'below-a-file'))
  expect(await (await open())('one')).toEqual(['one'])
  expect(made).toEqual(['one', 'odd', 'odd', 'one', 'one', 'one', 'one'])
})

test('what fails is an error each time', async () => {
  await using space = await temporarySpace()
  vi.stubEnv('DATACORTEX_CACHE_DIR', space.elsewhere)
  const cache = await openTextCache('things', { version: 1 })
  const fail = (): never => {
    throw new Error('broken text')
  }
  expect(() => cache.of('text', fail)).toThrow('broken text')
  expect(() => cache.of('text', fail)).toThrow('broken text')
})
