import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import type { Context } from '../context.ts'
import { sourceApprove, sourceList } from './source.ts'
import { trustAllow, trustShow, trustRevoke } from './trust.ts'

type Commands = Readonly<Record<string, readonly string[]>>

/** A space whose sources start these commands, and a way to change them. */
async function spaceWith(
  commands: Commands,
): Promise<{ readonly context: Context; readonly change: (commands: Commands) => Promise<void> }> {
  const { context, paths } = await commandSpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  const change = async (now: Commands): Promise<void> => {
    const sources = Object.fromEntries(
      Object.entries(now).map(([id, [command, ...args]]) => [
        id,
        { type: 'mcp', tool: 'find', layers: ['search'], content_type: 'documents', mcp: { command, args } },
      ]),
    )
    await mkdir(dirname(paths.sourcesFile), { recursive: true })
    await writeFile(paths.sourcesFile, JSON.stringify({ sources }))
  }
  await change(commands)
  return { context, change }
}

test.each([
  [['npx', '-y', 'team-mcp'], 'not pinned'],
  [['sh', '-c', 'team-mcp'], '`sh -c`'],
  [['env', '-S', 'npx team-mcp'], '`env -S`'],
])('%j can be approved by nobody, with the reason for it', async (command, reason) => {
  const { context } = await spaceWith({ team: command })
  const refused = expect.objectContaining({
    code: 'SOURCE_MISCONFIGURED',
    message: expect.stringContaining(reason),
    hint: 'Correct its entry in .datacore/registry/sources.yaml.',
  })
  await expect(sourceApprove(context, { id: 'team', yes: true })).rejects.toThrowError(refused)
  await expect(sourceApprove(context, { id: 'team', dryRun: true })).rejects.toThrowError(refused)
  const names = ['sources.team']
  await expect(trustAllow(context, { names, yes: true })).rejects.toThrowError(refused)
  await expect(trustAllow(context, { names, dryRun: true })).rejects.toThrowError(refused)
})

test('what nobody can approve is not shown as waiting, and nobody is asked about it', async () => {
  const { context } = await spaceWith({ club: ['sh', '-c', 'club'], team: ['team-mcp'] })
  const { data, lines } = await trustShow(context, undefined)
  expect(data).toMatchObject({
    commands: [
      { name: 'plugins.speech-espeak', state: 'named' },
      { name: 'sources.club', state: 'refused', refusal: expect.stringContaining('`sh -c`') },
      { name: 'sources.team', state: 'waiting' },
    ],
  })
  expect(lines).toContainEqual(expect.stringMatching(/^sources\.club {2}never runs and can not be approved: .*`sh -c`/))
  expect(lines.at(-1)).toBe('next       datacortex trust allow, if you agree')
  const approved = await trustAllow(context, { names: [], yes: true })
  expect(approved).toMatchObject({ exitCode: 0, data: { approved: ['sources.team'], refused: [] } })
  expect((await trustAllow(context, { names: [] })).lines).toEqual(['nothing waits for your word'])
})

test('what nobody can approve keeps none of the others from being approved', async () => {
  const { context } = await spaceWith({ club: ['sh', '-c', 'club'], team: ['team-mcp'] })
  const names = ['sources.club', 'sources.team']
  const { data, exitCode } = await trustAllow(context, { names, yes: true })
  expect(exitCode).toBe(1)
  expect(data).toMatchObject({
    approved: ['sources.team'],
    refused: [{ name: 'sources.club', code: 'SOURCE_MISCONFIGURED' }],
  })
})

test('the list of sources says which of them are not started, and why', async () => {
  const { context } = await spaceWith({ club: ['sh', '-c', 'club'], team: ['team-mcp'], union: ['union-mcp'] })
  await sourceApprove(context, { id: 'union', yes: true })
  const { data } = await sourceList(context)
  const { sources } = data as { readonly sources: readonly { readonly id: string; readonly skipped?: string }[] }
  const reported = new Map(sources.map(({ id, skipped }) => [id, skipped]))
  expect(reported.get('club')).toMatch(/^its command is never started: .*`sh -c`/)
  expect(reported.get('team')).toBe('its command waits for your yes: datacortex source approve team')
  expect(reported.get('union')).toBeUndefined()
})

test('a revoked source waits also for the command that it had when it was approved', async () => {
  const { context, change } = await spaceWith({ team: ['team-mcp'] })
  await sourceApprove(context, { id: 'team', yes: true })
  await change({ team: ['team-mcp', '--more'] })
  const names = ['sources.team']
  expect((await trustRevoke(context, { names, dryRun: true })).data).toMatchObject({ dry_run: true, revoked: names })
  expect((await trustRevoke(context, { names })).data).toMatchObject({ revoked: names })
  expect((await trustRevoke(context, { names, dryRun: true })).data).toMatchObject({ dry_run: true, revoked: [] })
  expect((await trustRevoke(context, { names })).data).toMatchObject({ revoked: [] })
  await change({ team: ['team-mcp'] })
  expect((await trustAllow(context, { names, dryRun: true })).data).toMatchObject({
    commands: [{ name: 'sources.team', state: 'waiting' }],
  })
})

test('two runners with one command share a yes, and both are named when it is revoked', async () => {
  const { context } = await spaceWith({})
  const tee = { plugin: 'runner-command', command: ['tee', '-a'] }
  const settings = JSON.stringify({ runners: { one: tee, two: tee } })
  await writeFile(join(context.root ?? '', '.datacore/settings.yaml'), settings)
  await trustAllow(context, { names: ['runners.one'], yes: true })
  const names = ['runners.one', 'runners.two']
  expect((await trustRevoke(context, { names, dryRun: true })).data).toMatchObject({ dry_run: true, revoked: names })
  expect((await trustRevoke(context, { names })).data).toMatchObject({ revoked: names })
  expect((await trustRevoke(context, { names, dryRun: true })).data).toMatchObject({ dry_run: true, revoked: [] })
})

test('a script of the space that changed is named where its command waits again', async () => {
  const { context } = await spaceWith({})
  const settings = { plugin: 'runner-command', command: ['node', 'bin/judge.js'] }
  const folder = context.root ?? ''
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/judge.js'), '// one')
  await writeFile(join(folder, '.datacore/settings.yaml'), JSON.stringify({ runners: { judge: settings } }))
  await trustAllow(context, { names: ['runners.judge'], yes: true })
  await writeFile(join(folder, 'bin/judge.js'), '// two')
  const { data, lines } = await trustShow(context, undefined)
  expect(data).toMatchObject({
    commands: expect.arrayContaining([
      expect.objectContaining({ name: 'runners.judge', state: 'waiting', scripts: ['bin/judge.js'] }),
    ]),
  })
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}scripts {4}bin\/judge\.js/))
  expect(lines).toContain('  changed    file bin/judge.js changed')
  expect(lines).toContain('  may        read and write anything that you may, anywhere on this machine')
  expect(lines).toContain('  no yes to  programs that it starts by a name on PATH: that can change unseen')
})

test('a setting that changed beside an approved command is shown as what waits, with what was allowed', async () => {
  const { context } = await spaceWith({})
  const file = join(context.root ?? '', '.datacore/settings.yaml')
  const tee = { plugin: 'runner-command', command: ['tee', '-a'] }
  await writeFile(file, JSON.stringify({ runners: { one: tee } }))
  await trustAllow(context, { names: ['runners.one'], yes: true })
  await writeFile(file, JSON.stringify({ runners: { one: { ...tee, network: ['a.example'] } } }))
  const { lines } = await trustShow(context, undefined)
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^runners\.one {2}waits for your word/),
      expect.stringMatching(/^ {2}now {8}.*a\.example/),
      `  allowed    ${JSON.stringify(tee)}`,
      expect.stringMatching(/^runners\.one {2}approved/),
    ]),
  )
})

test('where a space is restricted, the command that shows why means that space', async () => {
  const { context, paths } = await commandSpace()
  await trustRevoke(context, { names: [paths.root] })
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await trustShow(context, undefined)
  const said = written.mock.calls.map(([text]) => String(text)).join('')
  written.mockRestore()
  expect(said).toContain(`datacortex trust show --root ${paths.root}\n`)
})
