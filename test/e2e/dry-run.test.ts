import { appendFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { sample } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy, temporaryFolder } from './temporary-folder.ts'

const space = useSampleSpace()

test('init --dry-run makes nothing', async () => {
  const cwd = await temporaryFolder()
  expect(await runJson(['init', 'desk', '--from', join(sample, 'agents'), '--dry-run'], { cwd })).toMatchObject({
    created: expect.arrayContaining(['.datacore/registry/']),
    imported: 13,
  })
  expect(await fingerprint(cwd)).toEqual({})
})

test('agent import and every module command with --dry-run say what they would do and change nothing', async () => {
  const cwd = await temporaryCopy(space().root)
  await runJson(['module', 'install', join(sample, 'modules/campaigns'), '--yes'], { cwd })
  await appendFile(join(cwd, '.datacore/modules/campaigns/module.yaml'), '# changed\n')
  await cp(join(sample, 'agents/translator.md'), join(cwd, 'more/interpreter.md'))
  const before = await fingerprint(cwd)
  const commands = [
    ['agent', 'import', 'more'],
    ['agent', 'remove', 'translator'],
    ['module', 'install', join(sample, 'modules/campaigns'), '--yes'],
    ['module', 'remove', 'campaigns'],
    ['module', 'sync'],
  ]
  for (const command of commands) {
    const run = await runDatacortex([...command, '--dry-run'], { cwd })
    // A module whose files were changed is left alone by sync, which says so.
    const status = command.includes('sync') ? 1 : 0
    expect(run, command.join(' ')).toMatchObject({ status, stderr: '' })
    expect(run.stdout, command.join(' ')).not.toBe('')
    expect(await fingerprint(cwd), command.join(' ')).toEqual(before)
  }
})
