import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { taskOf } from './research-task.ts'

test('a task is there before anybody is asked for it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-task-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(root))
  const file = '0-personal/org/inbox.org'
  await mkdir(join(root, '0-personal/org'), { recursive: true })
  await writeFile(join(root, file), '* DONE Old\n* TODO Read up on std::string :AI:\n')
  const of = async (task: string | undefined): Promise<unknown> => await taskOf(paths, { task, space: '0-personal' })
  expect(await of(undefined)).toBeUndefined()
  expect(await of(`${file}::Read up on std::string`)).toEqual({ file, title: 'Read up on std::string' })
  for (const [task, message] of [
    ['garbage', 'FILE::TITLE'],
    ['::Old', 'FILE::TITLE'],
    [`${file}::`, 'FILE::TITLE'],
    ['0-personal/org/none.org::Old', "can't be read"],
    ['1-acme/org/inbox.org::Old', 'the space of the outputs'],
    ['0-personal/../1-acme/inbox.org::Old', 'the space of the outputs'],
    [`${file}::Read`, 'There is no task "Read"'],
  ] as const)
    await expect(of(task), task).rejects.toMatchObject({
      code: 'CLI_USAGE',
      message: expect.stringContaining(message),
    })
  await expect(of(`${file}::Read`)).rejects.toMatchObject({ hint: `--task "${file}::Read up on std::string"` })
})
