import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'

const onError = (error: unknown): never => {
  throw error
}

/** How many folders this process watches. */
const watched = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length

test('who follows anew, as a page that is loaded again, meets the watcher of before; it ends with the space', async () => {
  const { paths } = await workSpace()
  const space = await openSpace(paths.root, { isTrusted: true })
  const follow = async (onChange: (paths: unknown) => void = () => {}): Promise<AbortController> => {
    const left = new AbortController()
    await space.followFiles({ signal: left.signal, onError, onChange: ({ paths: changed }) => onChange(changed) })
    return left
  }
  const first = await follow()
  const before = watched()
  expect(before).toBeGreaterThan(0)
  first.abort()
  expect(watched()).toBe(before)
  const seen = Promise.withResolvers<unknown>()
  await follow(seen.resolve)
  expect(watched()).toBe(before)
  await writeFile(join(paths.root, 'tides.md'), '# Tides\n')
  expect(await seen.promise).toEqual(['tides.md'])
  await space[Symbol.asyncDispose]()
  await expect.poll(watched).toBe(0)
})

test('one that nobody follows any more ends with the space too', async () => {
  const { paths } = await workSpace()
  const space = await openSpace(paths.root, { isTrusted: true })
  const left = new AbortController()
  await space.followFiles({ signal: left.signal, onChange: () => {}, onError })
  left.abort()
  await space[Symbol.asyncDispose]()
  await expect.poll(watched).toBe(0)
})
