import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countingEmbedder, findSpace, optionsOf, threeAgents } from '../__fixtures__/find-space.ts'
import { openFinder } from '../open-finder.ts'
import { examineIndex } from './examine-index.ts'

test('what a prompt says now is found, and the same text at another time embeds nothing', async () => {
  const paths = await findSpace({ ...threeAgents, tides: { description: 'Tells of the sea', source: 'tides.md' } })
  const prompt = join(paths.root, 'tides.md')
  const { embedder } = countingEmbedder()
  const update = async () => {
    await using finder = await openFinder(paths, optionsOf(embedder))
    const { results } = await finder.find('gluons on a lattice', { minScore: 0.3 })
    return { ids: results.map(({ id }) => id), changed: finder.update.changed, embedded: finder.update.embedded > 0 }
  }
  expect(await update()).toEqual({ ids: [], changed: 4, embedded: true })
  await writeFile(prompt, '# Quantum\n\n- gluons on a lattice\n')
  expect((await examineIndex(paths)).index).toBe('stale')
  expect(await update()).toEqual({ ids: ['tides'], changed: 1, embedded: true })
  await utimes(prompt, 1, 1)
  expect(await update()).toEqual({ ids: ['tides'], changed: 0, embedded: false })
  expect((await examineIndex(paths)).index).toBe('fresh')
  await rm(prompt)
  expect(await update()).toEqual({ ids: [], changed: 1, embedded: false })
})
