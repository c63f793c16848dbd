import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { config, researchSpace } from '../pipeline/__fixtures__/research-space.ts'
import { runResearch } from '../pipeline/run-research.ts'
import { reportRun } from './report-run.ts'
import { runFiles } from './run-files.ts'

const { signal } = new AbortController()

test('each claim is cited, and a quotation of a note that was changed since is moved or changed', async () => {
  const { ports } = await researchSpace()
  const { paths } = ports
  const result = await runResearch(config, ports, { signal })
  const notes = (await ports.localNotes?.(config.topic, { signal })) ?? []
  const reported = async (change: (text: string) => string | undefined, quotation?: string) =>
    await reportRun(paths, result.run, {
      noteNow: (path) => Promise.resolve(change(notes.find((one) => one.path === path)?.text ?? '')),
      quotation,
    })
  const now = await reported((text) => text)
  expect(now.claims.map(({ state }) => state)).toEqual(now.claims.map(() => 'cited'))
  expect(now.result?.report_path).toBe(result.report_path)
  const own = now.quotations.find(({ source }) => source.path !== undefined)
  expect(own).toMatchObject({ state: 'there' })
  const passage = (await reported((text) => `# Above\n\n${text}`, own?.id)).passage
  expect(passage).toMatchObject({ id: own?.id, quote: own?.quote, state: 'moved', line: expect.any(Number) })
  expect((await reported(() => undefined, own?.id)).passage).toMatchObject({ state: 'changed', quote: own?.quote })
  const read = now.quotations.find(({ source }) => source.path === undefined)
  const there = (await reported((text) => text, read?.id)).passage
  expect([there?.state, (there?.before ?? '') + (there?.after ?? '')]).toEqual([
    'there',
    expect.stringMatching(/\w{3}/),
  ])
  // What is no longer kept proves nothing.
  await rm(runFiles(paths, result.run).objects, { recursive: true })
  expect((await reported((text) => text)).claims).toEqual([])
})
