import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type VectorPlace, keepVectors, readKeptVectors } from './kept-vectors.ts'

async function place(): Promise<VectorPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'vectors-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder: join(folder, 'made'), modelId: 'm', dimensions: 2 }
}

const one = new Map([['a', new Float32Array([1, 2.5])]])
const two = new Map([['b', new Float32Array([-3, 1e-20])]])

test('what is kept is read again, beside what was kept before, by this user alone', async () => {
  const kept = await place()
  expect(await readKeptVectors(kept)).toEqual(new Map())
  await keepVectors(kept, one)
  await keepVectors(kept, two)
  expect(await readKeptVectors(kept)).toEqual(new Map([...one, ...two]))
  const [file = ''] = await readdir(kept.folder)
  expect((await stat(join(kept.folder, file))).mode & 0o777).toBe(0o600)
})

test('vectors of another model are others', async () => {
  const kept = await place()
  await keepVectors(kept, one)
  expect(await readKeptVectors({ ...kept, modelId: 'n' })).toEqual(new Map())
  expect(await readKeptVectors({ ...kept, dimensions: 1 })).toEqual(new Map())
})

test('a file that is damaged anywhere is none, and is made again', async () => {
  const kept = await place()
  await keepVectors(kept, one)
  const [name = ''] = await readdir(kept.folder)
  const file = join(kept.folder, name)
  const whole = await readFile(file)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(whole.length - 1) ^ 1, whole.length - 1)
  for (const damaged of [
    whole.subarray(0, -1),
    flipped,
    Buffer.from('{}\n'),
    Buffer.from('no header'),
    Buffer.alloc(0),
  ]) {
    await writeFile(file, damaged)
    expect(await readKeptVectors(kept)).toEqual(new Map())
  }
  await keepVectors(kept, two)
  expect(await readKeptVectors(kept)).toEqual(two)
})

test('it does not grow without end', async () => {
  const kept = await place()
  const many = new Map(
    Array.from({ length: 5000 }, (_, index) => [`old-${index}`, new Float32Array([index, 0])] as const),
  )
  await keepVectors(kept, many)
  await keepVectors(kept, one)
  expect(await readKeptVectors(kept)).toEqual(one)
})

test('where nothing can be written nothing is kept', async () => {
  const kept = await place()
  await writeFile(kept.folder, 'a file in the way')
  await keepVectors(kept, one)
  expect(await readKeptVectors(kept)).toEqual(new Map())
})
