import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parsedInput } from '../parsed-input.ts'
import { workSpace } from '../__fixtures__/work-space.ts'
import { addTask } from './change-tasks.ts'

test('a task that no night would do is refused when it is added, and nothing is written', async () => {
  const { work, paths } = await workSpace({ agents: { writer: {} } })
  const refused = async (asked: object): Promise<unknown> =>
    await addTask.run(work, { task: 'Explain tides', ...asked }).then(
      () => 'added',
      (error: Error) => error.message,
    )
  expect(await refused({ agent: 'writr' })).toBe('There is no agent "writr".')
  const files = 'nightshift.files has next_actions.org, ai.org, nightshift.org, research_learning.org'
  for (const file of ['tides.org', 'tides.md', '../../tides.org', 'x/ai.org'])
    expect(await refused({ file })).toBe(
      `No night reads ${file.includes('/') ? file : `0-personal/org/${file}`}: ${files}. Nothing was written.`,
    )
  expect(await readdir(paths.root)).not.toContain('0-personal')
  expect(await refused({ agent: 'writer', file: '0-personal/org/ai.org', dry_run: true })).toBe('added')
})

test('a day that is none is answered with one that is', () => {
  const asked = { name: 'nightshift.add', command: 'nightshift add', schema: addTask.input }
  expect(() => parsedInput({ task: 'Explain tides', at: 'tomorrow' }, asked)).toThrow(
    'at: must be such as 2026-12-01 or 2026-12-01T09:00',
  )
})
