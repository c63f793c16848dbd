import { spawnSync } from 'node:child_process'
import { chmod, mkdir, open, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { sample } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()

test('a broken registry shows file, line, column and the line, and is not touched', async () => {
  const cwd = await temporaryCopy(space().root)
  const file = join(cwd, '.datacore/registry/agents.yaml')
  const broken = 'version: 1.0.0\nagents:\n  seo-writer:\n    name: SEO Writer\n    description: Writes: titles\n'
  await writeFile(file, broken)
  for (const args of [
    ['agent', 'list'],
    ['agent', 'find', 'x'],
    ['agent', 'import', join(sample, 'agents')],
    ['module', 'install', join(sample, 'modules/campaigns'), '--yes'],
  ]) {
    const { status, stdout, stderr } = await runDatacortex(args, { cwd })
    expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' })
    expect(stderr).toMatch(/^REGISTRY_YAML_INVALID/)
    expect(stderr).toMatch(/agents\.yaml:5:\d+/)
    expect(stderr).toMatch(/→ 5 \|\s+description: Writes: titles/)
  }
  expect(await runJson(['doctor'], { cwd, status: 1 })).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([
      expect.objectContaining({
        code: 'REGISTRY_YAML_INVALID',
        severity: 'error',
        message: expect.stringContaining('description: Writes'),
      }),
    ]),
  })
  expect(await readFile(file, 'utf8')).toBe(broken)
})

test.each([
  ['runners: [x\n', /settings\.yaml:\d+:\d+ {2}/],
  ['search: { timeout_ms: -5 }\n', /settings\.yaml does not match the settings: search\.timeout_ms/],
])('the doctor names broken settings once, and examines the rest: %j', async (settings, message) => {
  const cwd = await temporaryCopy(space().root)
  await writeFile(join(cwd, '.datacore/settings.yaml'), settings)
  const report = await runJson(['doctor'], { cwd, status: 1 })
  expect(report).toMatchObject({ ok: false, agents: expect.any(Number), modules: expect.any(Number) })
  const { findings } = report as { findings: readonly { code: string; message: string }[] }
  const broken = findings.filter(({ code }) => code === 'PLATFORM_SETTINGS_INVALID')
  expect(broken).toMatchObject([{ severity: 'error', message: expect.stringMatching(message) }])
  const { stdout } = await runDatacortex(['doctor'], { cwd })
  expect(stdout.split('\n')[0]?.split('settings.yaml'), 'the file is named once').toHaveLength(2)
})

test('what can not be read is reported with file and reason, and the rest is imported', async ({ skip }) => {
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('setpriv', ['--version']).status !== 0) skip('root can not give up rights: no setpriv here')
  const cwd = await temporaryCopy(space().root)
  const folder = join(cwd, 'wild')
  await mkdir(join(folder, 'locked'), { recursive: true })
  await mkdir(join(folder, 'deep'))
  await agent(join(folder, 'good.md'), 'good')
  await agent(join(folder, 'deep/good-too.md'), 'good-too')
  await agent(join(folder, 'locked/unseen.md'), 'unseen')
  await using big = await open(join(folder, 'big.md'), 'w')
  await big.write('---\nname: big\ndescription: Too large.\n---\n')
  await big.truncate(100 * 1024 * 1024)
  await writeFile(join(folder, 'binary.md'), Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0, 1, 2, 3, 0, 255]))
  await writeFile(join(folder, 'latin.md'), Buffer.from('---\nname: latin\ndescription: Café\n---\n', 'latin1'))
  await writeFile(join(folder, 'open.md'), '---\nname: open\ndescription: It never ends.\n')
  await writeFile(join(folder, 'nameless.md'), '---\ndescription: Who am I?\n---\n')
  await symlink('..', join(folder, 'deep/up'))
  await symlink('loop-b.md', join(folder, 'loop-a.md'))
  await symlink('loop-a.md', join(folder, 'loop-b.md'))
  await chmod(join(folder, 'locked'), 0o000)
  onTestFinished(async () => await chmod(join(folder, 'locked'), 0o700))

  const report = await runJson(['agent', 'import', 'wild'], { cwd, through: boundByPermissions() })
  expect(report).toMatchObject({
    imported: [
      { id: 'good-too', path: expect.stringContaining('deep') },
      { id: 'good', path: expect.any(String) },
    ],
    conflicts: [],
  })
  const { skipped } = report as { skipped: readonly { path: string; line?: number; reason: string }[] }
  const reasons = Object.fromEntries(skipped.map(({ path, reason }) => [path.split('/wild/')[1] ?? path, reason]))
  expect(reasons).toMatchObject({
    'big.md': expect.stringMatching(/large|bytes|MB/i),
    'binary.md': expect.stringMatching(/binary|NUL/i),
    'latin.md': expect.stringMatching(/UTF-8/),
    'open.md': expect.stringContaining('not closed'),
    'nameless.md': expect.stringContaining('no name'),
    locked: expect.stringMatching(/permission/i),
  })
  expect(skipped.find(({ path }) => path.endsWith('open.md'))).toMatchObject({ line: 1 })
  expect(Object.keys(reasons).filter((path) => /^(?:loop|deep\/up)/.test(path)).length).toBeGreaterThan(0)
  const { stdout } = await runDatacortex(['agent', 'import', 'wild'], { cwd, through: boundByPermissions() })
  expect(stdout).toContain('skipped    wild/nameless.md:1  ')
})

test('a path that is not there is an error or is reported, not passed over', async () => {
  const cwd = await temporaryCopy(space().root)
  const report = await runJson(['agent', 'import', 'nowhere'], { cwd, status: 1 })
  expect(report).toMatchObject({ imported: [], skipped: [{ path: join(cwd, 'nowhere'), reason: expect.any(String) }] })
})

async function agent(file: string, name: string): Promise<void> {
  await writeFile(file, `---\nname: ${name}\ndescription: A ${name} agent for the test.\n---\nYou are ${name}.\n`)
}

/** Root may read everything unless it gives up the right to. */
function boundByPermissions(): readonly string[] | undefined {
  const rights = '-dac_override,-dac_read_search'
  return process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`] : undefined
}
