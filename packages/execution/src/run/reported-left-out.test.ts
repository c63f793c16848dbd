import { readSettings } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { run, runSpace } from './__fixtures__/run-space.ts'
import { remembered, searchOf } from '../context/__fixtures__/remembered.ts'

test('of what is above its level the one who started the agent is told how much there is, and not what', async () => {
  const files = {
    '0-personal/journal/d.md': 'The tides made me sad.\n',
    '0-personal/journal/e.md': 'The tides made me glad.\n',
  }
  const space = await runSpace([{ text: 'Twice a day.' }], { files })
  const { paths } = space
  for (const name of ['d', 'e'])
    await remembered(paths, { text: `Tides of day ${name}`, source: `0-personal/journal/${name}.md` })
  const settings = await readSettings(paths)
  const privacy = { ...settings.privacy, paths: { '0-personal/journal/**': 'private' } }
  const task = 'Explain the tides of ./0-personal/journal/d.md and 0-personal/./journal/e.md'
  const { left_out: leftOut } = await run(space, {
    task,
    search: searchOf(paths),
    settings: { ...settings, privacy },
  })
  expect(leftOut.filter(({ origin }) => /journal|memory:/.test(origin))).toEqual([])
  expect(leftOut).toContainEqual({
    origin: 'privacy',
    reason: expect.stringMatching(/^\d parts are above the level of the agent$/) as string,
  })
})
