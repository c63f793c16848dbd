import { open, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { madeSpace } from './__fixtures__/made-space.ts'
import { resolveDynamic } from './resolve.ts'

test('a recipe that did not change is read once, one that did at once, also if it keeps its size and time', async () => {
  const { paths, options, create } = await madeSpace()
  const made = [await create('one'), await create('two', { parent: 'architect/one' })]
  const { file } = await create('three', { parent: 'architect/one/two' })
  const longAgo = new Date('2026-01-01T00:00:00.123Z')
  for (const one of [...made.map((each) => each.file), file]) await utimes(one, longAgo, longAgo)
  const handle = await open(file)
  const opened = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'stat')
  await handle.close()
  onTestFinished(() => void vi.restoreAllMocks())
  const read = async () => {
    const given = await options()
    opened.mockClear()
    const primer = (await resolveDynamic(paths, 'architect/one/two/three', given))?.at(-1)?.recipe.primer
    return [primer, opened.mock.calls.length]
  }
  expect(await read()).toEqual(['You solve equations.', 3])
  expect(await read()).toEqual(['You solve equations.', 0])
  const write = async (other: string) => await writeFile(file, (await readFile(file, 'utf8')).replace('You', other))
  await write('One')
  await utimes(file, longAgo, longAgo)
  expect(await read()).toEqual(['One solve equations.', 1])
  expect(await read()).toEqual(['One solve equations.', 0])
  // What was written just now may be written again within one tick of the clock.
  await writeFile(file, await readFile(file, 'utf8'))
  const { mtimeMs } = await stat(file)
  vi.spyOn(Date, 'now').mockReturnValue(mtimeMs + 50)
  for (const _ of [1, 2]) expect(await read()).toEqual(['One solve equations.', 1])
})
