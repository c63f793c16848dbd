import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runDatacortex, runJson, startDatacortex } from './run-datacortex.ts'
import { fingerprint, temporaryFolder } from './temporary-folder.ts'

// The same tour as below for programs: in `pnpm test:long`.
test.runIf(process.env['LONG'] !== undefined)(
  'the tour as JSON goes as expected and leaves nothing behind',
  async () => {
    const cwd = await temporaryFolder()
    const before = await fingerprint(cwd)
    const report = await runJson(['demo'], { cwd, env: { TMPDIR: cwd } })
    const { steps } = report as { steps: readonly { name: string; ok: boolean; took_ms: number; detail: string }[] }
    expect(steps.filter((step) => !step.ok)).toEqual([])
    expect(steps.length).toBeGreaterThan(10)
    for (const step of steps) {
      expect(step).toEqual({
        name: expect.any(String),
        ok: true,
        took_ms: expect.any(Number),
        detail: expect.any(String),
      })
    }
    expect(await fingerprint(cwd)).toEqual(before)
  },
)

test('people see each command with its output, and a table at the end', async () => {
  const cwd = await temporaryFolder()
  const before = await fingerprint(cwd)
  const { status, stdout, stderr } = await runDatacortex(['demo'], { cwd, env: { TMPDIR: cwd } })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('\n$ datacortex init desk --from sample/agents sample/skills\nspace ')
  expect(stdout).toMatch(/\n\$ datacortex find "my pod [^"]+" --root desk\n 1 {2}kubernetes-operator /)
  expect(stdout).toMatch(/\nskipped +old-archive: .*404/)
  expect(stdout).toMatch(/\nok +init +[\d.]+ m?s +13 agents/)
  expect(stdout).toMatch(/\n\d+ steps in (?:\d+ min )?[\d.]+ s · all as expected\n/)
  expect(await fingerprint(cwd)).toEqual(before)
})

test('a tour that can not be as expected says which step, runs the others and ends with 1', async () => {
  const cwd = await temporaryFolder()
  // As if an agent had started the tour in a run of its own, where it may call no other.
  const env = { TMPDIR: cwd, DATACORTEX_CHAIN: 'outliner' }
  const report = await runJson(['demo'], { cwd, env, status: 1 })
  const { steps } = report as { steps: readonly { name: string; ok: boolean; detail: string }[] }
  expect(steps.find((step) => step.name === 'run code')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('status is absent, not "success"'),
  })
  expect(steps.find((step) => step.name === 'show a former name')).toMatchObject({ ok: true })
  expect(await readdir(cwd)).toEqual([])
})

test('Ctrl-C in the tour removes its folder', async () => {
  const cwd = await temporaryFolder()
  const { child, ended } = startDatacortex(['demo'], { cwd, env: { TMPDIR: cwd } })
  const shown: string[] = []
  child.stdout?.on('data', (text: string) => shown.push(text))
  // The second step: by then the first one has made a space.
  await expect.poll(() => shown.join('').match(/^\$ datacortex /gm)?.length ?? 0).toBeGreaterThan(1)
  expect(await readdir(cwd)).not.toEqual([])
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ status: 130, signal: null })
  expect(await readdir(cwd)).toEqual([])
})
