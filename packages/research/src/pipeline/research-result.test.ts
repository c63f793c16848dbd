import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createWritesBroker, undoWrites } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { config, researchSpace } from './__fixtures__/research-space.ts'
import { resumeResearch, runResearch } from './run-research.ts'

const { signal } = new AbortController()

test('a run that was taken back says which of its files are gone, and writes none again', async () => {
  const { paths, ports, read } = await researchSpace()
  const writes = createWritesBroker({ root: paths.root, grants: ['0-personal/**'] })
  const first = await runResearch(config, { ...ports, writes }, { signal })
  expect(first.gone).toBeUndefined()
  const { removed } = await undoWrites(writes.run, { root: paths.root })
  const again = await resumeResearch(first.run, ports, { signal })
  expect(again).toMatchObject({ state: 'done', report_path: first.report_path })
  const { summary_path: summary, report_path: report = '', literature_notes: notes, zettels } = first
  expect(again.gone).toEqual([summary, report, ...notes, ...zettels])
  expect(removed).toEqual(expect.arrayContaining([...(again.gone ?? [])]))
  expect(await read(report)).toBe('')
})

test('one file that was deleted is named alone', async () => {
  const { paths, ports } = await researchSpace()
  const first = await runResearch(config, ports, { signal })
  await rm(join(paths.root, first.report_path ?? ''))
  expect(await resumeResearch(first.run, ports, { signal })).toEqual({ ...first, gone: [first.report_path] })
})
