import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { importAgents } from './import-agents.ts'

test('profiles of another registry that its agents inherit hooks of are reported until they are here', async () => {
  const root = await mkdtemp(join(tmpdir(), 'import-profiles-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(join(root, 'space')))
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  const file = join(root, 'agents.yaml')
  const entry = (what: string): string => `{description: ${what}, skills: [s], profile: careful}`
  const write = async (what: string): Promise<void> =>
    await writeFile(file, `profiles: {careful: {hooks: {}}}\nagents:\n  a: ${entry(what)}\n  b: ${entry(what)}\n`)
  const findings = async (): Promise<unknown> =>
    (await importAgents(paths, [file])).findings.flatMap(({ code, subject, message }) =>
      code === 'IMPORT_PROFILES_LEFT' ? [[subject, message]] : [],
    )
  await write('One')
  const message = /^Agents of .* a profile that this space does not have: careful\. Copy/
  expect(await findings()).toEqual([[file, expect.stringMatching(message)]])
  // Nothing of the entries changed.
  expect(await findings()).toEqual([])
  await write('Two')
  expect(await findings()).toHaveLength(1)
  await appendFile(paths.agentsFile, 'profiles: {careful: {hooks: {}}}\n')
  await write('Three')
  expect(await findings()).toEqual([])
})
