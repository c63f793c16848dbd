import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { examineEverything } from './examine-everything.ts'

test('where the agents stand is told as long as they can be read; if not, all else is examined', async () => {
  const { paths, work } = await workSpace({ agents: { writer: {} } })
  const examined = await examineEverything.run(work, {})
  expect(examined).toMatchObject({ ok: true, index: 'absent' })
  expect(examined.counts?.all).toBe(examined.agents)
  await writeFile(paths.agentsFile, 'agents: [')
  await writeFile(paths.settingsFile, 'runners: 7\n')
  const { ok, findings, ...rest } = await examineEverything.run(work, {})
  expect({ ok, ...rest }).toMatchObject({ ok: false, agents: 0 })
  expect(rest).not.toHaveProperty('counts')
  const codes = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  // Settings that can't be read stop several parts, and are told once.
  expect(codes.toSorted()).toEqual(['PLATFORM_SETTINGS_INVALID', 'REGISTRY_YAML_INVALID'])
  expect(findings.slice(0, codes.length).map(({ code }) => code)).toEqual(codes)
})

test('a mistake in the settings of this machine is one of their own file', async () => {
  const { paths, work } = await workSpace()
  await writeFile(paths.settingsLocalFile, 'runners: 7\n')
  const { findings } = await examineEverything.run(work, {})
  expect(findings.filter(({ severity }) => severity === 'error').map(({ subject }) => subject)).toEqual([
    paths.settingsLocalFile,
  ])
})
