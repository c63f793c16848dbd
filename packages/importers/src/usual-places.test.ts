import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { usualAgentPlaces } from './usual-places.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'usual-places-'))
  onTestFinished(async () => await rm(made, { recursive: true, force: true }))
  return made
}

test('the folders and files of assistants that are there', async () => {
  const home = await folder()
  expect(await usualAgentPlaces(home)).toEqual([])
  expect(await usualAgentPlaces(join(home, 'absent'))).toEqual([])
  for (const place of ['.opencode/agents', '.claude/agents', '.claude/commands'])
    await mkdir(join(home, place), { recursive: true })
  await writeFile(join(home, '.roomodes'), 'customModes: []\n')
  expect(await usualAgentPlaces(home)).toEqual(
    ['.claude/agents', '.opencode/agents', '.roomodes'].map((place) => join(home, place)),
  )
})

test('the settings of opencode, if they list agents', async () => {
  const home = await folder()
  await writeFile(join(home, 'opencode.json'), '{"model": "a"}')
  expect(await usualAgentPlaces(home)).toEqual([])
  await writeFile(join(home, 'opencode.json'), '{"agent": {}}')
  expect(await usualAgentPlaces(home)).toEqual([join(home, 'opencode.json')])
})

test('of a plugin its manifest decides which of its folders hold agents', async () => {
  const plugin = await folder()
  for (const place of ['.claude-plugin', '.claude/agents']) await mkdir(join(plugin, place), { recursive: true })
  expect(await usualAgentPlaces(plugin)).toEqual([plugin])
})
