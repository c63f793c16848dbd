import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpaceWithNotes()
const slack = '0-personal/3-knowledge/zettel/Slack water.md'
const tides = '0-personal/3-knowledge/zettel/Spring tides.md'
const state = /^\.datacore\/(?:cache|state)/

test('a note is removed, no longer found, and brought back byte for byte', async () => {
  const cwd = await temporaryCopy(space().root)
  const before = await fingerprint(cwd, state)
  const dry = await runDatacortex(['note', 'remove', 'slack water', '--dry-run'], { cwd })
  expect(dry.stdout).toContain(`would remove  ${slack}\nnowhere       links of 1 note would lead there\n`)
  expect(await fingerprint(cwd, state)).toEqual(before)
  const removed = (await runJson(['note', 'remove', 'slack water'], { cwd })) as { undo: string }
  expect(removed).toMatchObject({ removed: slack, backlinks: [tides] })
  expect(JSON.stringify(await runJson(['search', 'the pause before the stream turns'], { cwd }))).not.toContain(slack)
  expect(await runJson(['note', 'links', 'springs'], { cwd })).toMatchObject({
    unresolved: [{ target: 'Slack water' }],
  })
  await runJson(['undo', removed.undo], { cwd })
  expect(await fingerprint(cwd, state)).toEqual(before)
  expect(await runJson(['search', 'the pause before the stream turns', '--top', '1'], { cwd })).toMatchObject({
    results: [{ path: slack }],
  })
})

test('what is no whole note, or may not be written by an agent, stays', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeFile(
    join(cwd, '.datacore/registry/agents.yaml'),
    "agents: {bound: {name: Bound, description: x, skills: [], writes: ['1-acme/']}}\n",
  )
  const env = { DATACORTEX_EXECUTION: 'exec-outer', DATACORTEX_CHAIN: 'bound' }
  for (const [name, more, code, status] of [
    ['Sourdough starter#When it sleeps too long', {}, 'CLI_USAGE', 2],
    ['nobody', {}, 'CLI_NOTE_UNKNOWN', 1],
    ['slack water', { env }, 'WRITES_REFUSED', 1],
  ] as const)
    for (const dryRun of [[], ['--dry-run']])
      expect(await runJson(['note', 'remove', name, ...dryRun], { cwd, status, ...more }), name).toMatchObject({
        error: { code },
      })
  expect((await stat(join(cwd, slack))).isFile()).toBe(true)
})

test('a note that was written anew since is not brought back over it', async () => {
  const cwd = await temporaryCopy(space().root)
  const { undo } = (await runJson(['note', 'remove', 'slack water', '--no-index'], { cwd })) as { undo: string }
  await writeFile(join(cwd, slack), 'mine\n')
  expect(await runJson(['undo', undo], { cwd })).toMatchObject({ restored: [], kept: [{ path: slack }] })
  expect(await readFile(join(cwd, slack), 'utf8')).toBe('mine\n')
})
