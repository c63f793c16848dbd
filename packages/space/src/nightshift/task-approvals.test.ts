import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTasks, scanTasks } from '@datacortex/nightshift'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { addTask } from './change-tasks.ts'
import { nightSpace } from './night-space.ts'
import { taskApprovals } from './task-approvals.ts'

const head = '* TODO Explain tides :AI:content:\n:PROPERTIES:\n:ID: one\n:AGENT: writer\n:END:\nIn a page.\n'

async function ownConfig(): Promise<void> {
  const config = await mkdtemp(join(tmpdir(), 'config-'))
  onTestFinished(async () => await rm(config, { recursive: true, force: true }))
  vi.stubEnv('DATACORTEX_CONFIG_DIR', config)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('a yes is to title, tags, text and properties in one space, and what a night writes changes nothing of it', async () => {
  await ownConfig()
  const [{ paths }, other] = [await workSpace(), await workSpace()]
  const options = { own: 'none', readFile: async () => await Promise.resolve(undefined) } as const
  const reason = async (text: string, of = paths): Promise<string | undefined> => {
    const [task] = readTasks(text, '0-personal/org/ai.org')
    if (task === undefined) throw new Error('no task')
    return await (await taskApprovals(of, options)).unapproved(task)
  }
  const unseen = 'you have not approved it'
  expect(await reason(head)).toBe(unseen)
  const [task] = readTasks(head, '0-personal/org/ai.org')
  await (await taskApprovals(paths, options)).approve(task as NonNullable<typeof task>)
  expect(await reason(head)).toBeUndefined()
  const byNight = head
    .replace('TODO', 'QUEUED')
    .replace(':AGENT:', ':NIGHTSHIFT_ID: n1\n:OUTPUT: x.md\n:AGENT:')
    .replace(':PROPERTIES:', 'SCHEDULED: <2026-12-01 Tue>\n:PROPERTIES:')
  expect(await reason(byNight)).toBeUndefined()
  expect(await reason(`* Before it\n\n${head}`), 'elsewhere in the file').toBeUndefined()
  const changes = [
    ['tides', 'tides and send them'],
    [':content:', ':data:'],
    ['a page', 'two pages'],
    ['writer', 'shell'],
    ['ID: one', 'ID: two'],
  ]
  for (const [from = '', to = ''] of changes) expect(await reason(head.replace(from, to)), to).toBe(unseen)
  expect(await reason(head, other.paths), 'another space').toBe(unseen)
  const brought = head.replace(':AGENT:', ':RESEARCH: r-1234\n:AGENT:')
  expect(await reason(brought)).toBe('research brought it (r-1234), and you have not approved it')
})

test('a night that has begun sees the tasks that its user adds meanwhile, also in a file that was not there', async () => {
  await ownConfig()
  const { work } = await workSpace()
  const { ports } = await nightSpace(work, { date: '2026-11-29' })
  const ready = async (): Promise<readonly string[]> =>
    (await scanTasks(ports)).ready.map(({ heading }) => heading.title)
  await addTask.run(work, { task: 'Explain tides' })
  expect(await ready()).toEqual(['Explain tides'])
  await addTask.run(work, { task: 'Explain ebb' })
  await addTask.run(work, { task: 'Explain surf', file: 'ai.org' })
  expect(await ready()).toEqual(['Explain surf', 'Explain tides', 'Explain ebb'])
})
