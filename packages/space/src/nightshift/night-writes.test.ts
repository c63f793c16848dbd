import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { noteWrites } from '../caller/note-writes.ts'
import { nightWork } from './night-work.ts'

test('an agent that names no places writes to the inbox alone in a run of a night, and one that does keeps its own', async () => {
  const { work, paths } = await workSpace({ agents: { free: {}, bound: { writes: ['0-personal/notes/**'] } } })
  const running = join(paths.stateDirectory, 'running')
  await mkdir(running, { recursive: true })
  await writeFile(join(running, 'exec-night.json'), JSON.stringify({ id: 'exec-night', called_by: 'nightshift' }))
  await writeFile(join(running, 'exec-day.json'), JSON.stringify({ id: 'exec-day', called_by: 'user' }))
  const writes = async (id: string, parent: string, path: string): Promise<unknown> => {
    const broker = await noteWrites({ ...work, caller: { kind: 'agent', id, chain: [id], parent } }, { dryRun: true })
    return await broker.write({ path, text: 'x', expected: 'absent' }).then(
      ({ status }) => status,
      (error: { code: string }) => error.code,
    )
  }
  const [inbox, elsewhere] = ['0-personal/0-inbox/a.md', '0-personal/notes/a.md']
  expect(await writes('free', 'exec-night', inbox)).toBe('created')
  expect(await writes('free', 'exec-night', elsewhere)).toBe('WRITES_REFUSED')
  expect(await writes('free', 'exec-day', elsewhere)).toBe('created')
  expect(await writes('bound', 'exec-night', elsewhere)).toBe('created')
  const { agents } = (await nightWork(work).catalogue()).registry
  expect(agents.get('free')?.entry.writes).toEqual(['{space}/0-inbox/**', '0-inbox/**'])
  expect(agents.get('bound')?.entry.writes).toEqual(['0-personal/notes/**'])
})
