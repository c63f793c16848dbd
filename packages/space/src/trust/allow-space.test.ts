import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import type { Shown, Work } from '../work.ts'
import { allowSpace } from './allow-space.ts'
import { showTrust } from './show-trust.ts'

const runner = (...command: readonly string[]): object => ({ judge: { plugin: 'runner-command', command } })

/** A space that wants to run a command; anyone who is asked there says this, after something else was done. */
async function spaceWith(isAgreed: boolean, meanwhile?: (work: Work) => Promise<void>) {
  const { paths, work } = await workSpace({ settings: { runners: runner('tee', 'a') } })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  const asked: (readonly [string, Shown | undefined])[] = []
  const confirm = async (question: string, shown?: Shown): Promise<boolean> => {
    asked.push([question, shown])
    await meanwhile?.(work)
    return isAgreed
  }
  return { asked, work: { ...work, ask: { confirm, mayRun: () => Promise.resolve(undefined) } } }
}

test('anyone who is asked sees the commands, and after a no none of them may run', async () => {
  const { asked, work } = await spaceWith(false)
  const command = expect.objectContaining({ name: 'runners.judge', command: '["tee","a"]', state: 'waiting' })
  expect(await allowSpace.run(work, {})).toMatchObject({ approved: [], commands: [command] })
  expect(asked).toEqual([
    ['Is this space allowed to do this?', { wanted: expect.objectContaining({ commands: [command] }) }],
  ])
  expect((await showTrust.run(work, {})).commands).toContainEqual(command)
})

test('what is approved is what was shown, whatever the settings say by then', async () => {
  const { work } = await spaceWith(true, async ({ paths }) => {
    await writeFile(paths.settingsFile, JSON.stringify({ runners: runner('rm', '-r', '.') }))
  })
  expect(await allowSpace.run(work, {})).toMatchObject({ approved: ['runners.judge'], refused: [] })
  const stateNow = async (): Promise<string | undefined> =>
    (await showTrust.run(work, {})).commands.find(({ name }) => name === 'runners.judge')?.state
  expect(await stateNow()).toBe('waiting')
  await writeFile(work.paths.settingsFile, JSON.stringify({ runners: runner('tee', 'a') }))
  expect(await stateNow()).toBe('approved')
})

test('what was shown is allowed, and nothing of it if it is something else by then, or if nothing was shown', async () => {
  const { work } = await spaceWith(true)
  const { commands } = await showTrust.run(work, {})
  const shown = commands.flatMap(({ name, hash }) => (name === 'runners.judge' ? [hash] : []))
  expect(await allowSpace.run(work, { shown: [], yes: true })).toMatchObject({ approved: [] })
  await writeFile(work.paths.settingsFile, JSON.stringify({ runners: runner('rm', '-r', '.') }))
  await expect(allowSpace.run(work, { shown, yes: true })).rejects.toMatchObject({ code: 'CLI_USAGE' })
  await writeFile(work.paths.settingsFile, JSON.stringify({ runners: runner('tee', 'a') }))
  expect(await allowSpace.run(work, { shown, yes: true })).toMatchObject({ approved: ['runners.judge'] })
})
