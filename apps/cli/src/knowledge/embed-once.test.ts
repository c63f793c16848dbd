import { expect, test } from 'vitest'
import { embedOnce } from './embed-once.ts'

const { signal } = new AbortController()

test('each text is embedded once, and answers keep the order of the texts', async () => {
  const asked: (readonly string[])[] = []
  const embed = embedOnce((texts) => {
    asked.push(texts)
    return Promise.resolve(texts.map((text) => Float32Array.of(text.length)))
  })
  const lengths = async (...texts: readonly string[]): Promise<readonly (number | undefined)[]> =>
    (await embed(texts, { signal })).map(([first]) => first)
  expect(await lengths('a', 'bbb', 'a')).toEqual([1, 3, 1])
  expect(await lengths('cc', 'bbb')).toEqual([2, 3])
  expect(await lengths('a')).toEqual([1])
  expect(asked).toEqual([['a', 'bbb'], ['cc']])
})

test('what failed is asked for again', async () => {
  let fails = true
  const embed = embedOnce((texts) => {
    if (fails) return Promise.reject(new Error('no memory'))
    return Promise.resolve(texts.map(() => Float32Array.of(1)))
  })
  await expect(embed(['a'], { signal })).rejects.toThrow('no memory')
  fails = false
  expect(await embed(['a'], { signal })).toHaveLength(1)
})
