import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { compareVersions } from './compare-versions.ts'

const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]
const source = '.datacore/agents/writer.md'

async function writerSpace(kept: Readonly<Record<string, string>>) {
  const { paths, work } = await workSpace({
    agents: { writer: { source, version: '3' } },
    executions: [
      { id: 'exec_1', agent_id: 'writer', agent_version: '1', agent_hash: first, timestamp: '2026-01-01T00:00:00Z' },
      { id: 'exec_2', agent_id: 'writer', agent_version: '2', agent_hash: second, timestamp: '2026-01-02T00:00:00Z' },
    ],
  })
  const { updatePerformance } = await import('@datacortex/execution')
  await updatePerformance(paths)
  const folder = join(paths.stateDirectory, 'agent-versions')
  await mkdir(folder, { recursive: true })
  for (const [hash, text] of Object.entries(kept)) await writeFile(join(folder, hash), text)
  await mkdir(dirname(join(paths.root, source)), { recursive: true })
  await writeFile(join(paths.root, source), '# Writer\n\nWrite of tides.\nBe long.\n')
  return work
}

test('two versions are compared by line, the last one with the one before where none is named', async () => {
  const work = await writerSpace({ [first]: 'Write.\nBe brief.\n', [second]: 'Write.\nBe long.\n' })
  expect(await compareVersions.run(work, { agent: 'writer', from: '1', to: 'bbbb' })).toEqual({
    id: 'writer',
    from: { version: '1', hash: first },
    to: { version: '2', hash: second },
    pieces: [
      { kind: 'same', lines: ['Write.'] },
      { kind: 'removed', lines: ['Be brief.'] },
      { kind: 'added', lines: ['Be long.'] },
      { kind: 'same', lines: [''] },
    ],
  })
  const usual = await compareVersions.run(work, { agent: 'writer' })
  expect(usual).toMatchObject({ from: { version: '2', hash: second }, to: { version: '3' } })
  const linesOf = (wanted: string) => usual.pieces.flatMap(({ kind, lines }) => (kind === wanted ? lines : []))
  // The entry belongs to a version too.
  expect(linesOf('added')).toContain('description: Does writer')
  expect(linesOf('same')).toContain('Be long.')
})

test('versions that are not kept are said to be, with those that are', async () => {
  const work = await writerSpace({ [first]: 'Write.\n' })
  await expect(compareVersions.run(work, { agent: 'writer', from: '2' })).rejects.toMatchObject({
    code: 'EXECUTION_VERSION_UNKNOWN',
    hint: expect.stringContaining('1 (aaaaaaaa)'),
  })
  const none = await writerSpace({})
  await expect(compareVersions.run(none, { agent: 'writer' })).rejects.toMatchObject({
    code: 'EXECUTION_VERSION_UNKNOWN',
    message: 'There is no version of writer but this one.',
  })
})
