import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { approveSource } from './approve-source.ts'
import { listSources } from './list-sources.ts'

test('a command is shown, and approved by a yes only', async () => {
  const { paths, work } = await workSpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, 'user'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const mcp = { command: 'node', args: ['wiki-server.js'] }
  const wiki = { type: 'mcp', description: 'Wiki', tool: 'find', layers: ['search'], content_type: 'documents', mcp }
  await writeFile(paths.sourcesFile, JSON.stringify({ sources: { 'team-wiki': wiki } }))
  const skipped = async (): Promise<string | undefined> =>
    (await listSources.run(work, {})).sources.find(({ id }) => id === 'team-wiki')?.skipped
  const source = 'team-wiki'
  const shown = { command: expect.stringContaining('wiki-server.js'), env: [] }
  expect(await approveSource.run(work, { source, dry_run: true })).toEqual({ dry_run: true, ...shown })
  await expect(approveSource.run(work, { source })).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  expect(await skipped()).toContain('source approve team-wiki')
  expect(await approveSource.run(work, { source, yes: true })).toEqual({ approved: true, ...shown })
  expect(await skipped()).toBeUndefined()
  const unknown = approveSource.run(work, { source: 'nobody', yes: true })
  await expect(unknown).rejects.toMatchObject({ code: 'CLI_SOURCE_UNKNOWN' })
})
