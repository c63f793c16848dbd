import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const escapes = '\u001b[2J\u001b]0;PWN\u0007\u009b31m\b\r\u202e\u{e0041}'
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

/** A space with these files. */
async function spaceOf(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await (path.endsWith('settings.yaml') ? appendFile : writeFile)(join(cwd, path), text)
  }
  return cwd
}

function registry(agents: object): Readonly<Record<string, string>> {
  return { '.datacore/registry/agents.yaml': JSON.stringify({ version: '2.0.0', agents }) }
}

const tides = `Tides ${escapes} come twice a day`

/** A space of which every text means no good. */
async function evilSpace(): Promise<string> {
  return await spaceOf({
    ...registry({ evil: { name: `Evil ${escapes}`, description: tides, source: 'evil.md', skills: [] } }),
    'evil.md': `${tides}.\n`,
    '0-personal/Tides.md': `# ${tides}\n\n${tides}, and twice a night.\n`,
    '0-personal/a\u001b[2Jb.md': '# Names\n\nOf tides.\n',
  })
}

async function expectCalm(args: readonly string[], cwd: string): Promise<void> {
  const { stdout, stderr } = await runDatacortex(args, { cwd })
  expect([args, stdout.match(steering), stderr.match(steering)]).toEqual([args, null, null])
}

test('whatever entries say, nothing steers the terminal; JSON says the same', async () => {
  const cwd = await evilSpace()
  for (const args of [
    ['agent', 'list'],
    ['agent', 'find', 'tides come twice a day', '--explain'],
    ['route', 'tides come twice a day'],
    ['agent', 'show', `no ${escapes}`],
    ['agent', 'show', 'evil', '--json'],
  ])
    await expectCalm(args, cwd)
  expect(await runJson(['agent', 'show', 'evil'], { cwd })).toMatchObject({ name: `Evil ${escapes}` })
})

test('whatever notes and their names say, nothing steers the terminal, and a program gets the very prompt', async () => {
  const cwd = await evilSpace()
  for (const args of [['search', 'tides twice a day'], ['agent', 'context', 'evil', 'tides'], ['doctor']])
    await expectCalm(args, cwd)
  const whole = await runDatacortex(['agent', 'context', 'evil', 'tides', '--prompt'], { cwd })
  expect(whole.stdout).toContain(tides)
})

test('an import takes over no such characters', async () => {
  const cwd = await spaceOf({
    'agents/evil.md': `---\nname: evil\ndescription: ${JSON.stringify(`Does${escapes} it.`)}\n---\nYou do.\n`,
  })
  await runJson(['agent', 'import', 'agents'], { cwd })
  expect(await runJson(['agent', 'show', 'evil'], { cwd })).toMatchObject({ description: 'Does[2J]0;PWN31m it.' })
})

test('a prompt that is a link out of the space is neither found nor given', async () => {
  const outside = await temporaryFolder()
  await mkdir(join(outside, '.ssh'))
  const key = '# Zebra crossing passphrases\n\nplanted-key\n'
  await writeFile(join(outside, '.ssh/id.md'), key)
  await writeFile(join(outside, 'diary.md'), key)
  const cwd = await spaceOf(
    registry({
      one: { name: 'One', description: 'Does one', source: 'link.md', skills: [] },
      two: { name: 'Two', description: 'Does two', source: join(outside, 'diary.md'), skills: [] },
      three: { name: 'Three', description: 'Does three', source: 'note.md', skills: [] },
    }),
  )
  await symlink(join(outside, '.ssh/id.md'), join(cwd, 'link.md'))
  await symlink(join(outside, 'diary.md'), join(cwd, 'note.md'))
  const asked = ['agent', 'find', 'Zebra crossing passphrases', '--min-score', '0', '--explain']
  const { results } = Object(await runJson(asked, { cwd }))
  expect(JSON.stringify(results)).not.toMatch(/Zebra|planted/)
})

/** A space with a diary that one of two agents may be shown. */
async function diarySpace(): Promise<string> {
  return await spaceOf({
    ...registry({
      low: { name: 'Low', description: 'Is shown little', skills: [] },
      high: {
        name: 'High',
        description: 'Is shown much',
        reads: { required: ['0-personal/diary/day.md'] },
        skills: [],
      },
    }),
    '.datacore/settings.yaml': '\nprivacy:\n  paths: {"0-personal/diary/**": private}\n  agents: {high: private}\n',
    '0-personal/diary/day.md': '# Tides at the pier\n\nThe tide made me sad at the pier.\n',
    '0-personal/Open.md': '# Tides of the harbour\n\nThe tide comes twice a day.\n',
  })
}

const high = { DATACORTEX_EXECUTION: 'exec-high', DATACORTEX_CHAIN: 'low,high' }
const low = { DATACORTEX_EXECUTION: 'exec-low', DATACORTEX_CHAIN: 'low' }

test('in its run an agent speaks for itself, and does not teach routing', async () => {
  const cwd = await diarySpace()
  const said = ['embed', '--text', 'The tide at the pier made somebody sad', '--type', 'insight']
  expect(await runJson([...said, '--agent', 'low'], { cwd, env: high, status: 1 })).toMatchObject({
    error: { code: 'COGNITION_NOT_THE_CALLER' },
  })
  await runJson([...said, '--source', 'exec-of-somebody'], { cwd, env: high })
  expect(await runJson(['memory', 'list'], { cwd })).toMatchObject({
    memories: [{ agent_id: 'high', origin: 'execution', source_execution: 'exec-high' }],
  })
  expect(await runJson(['route', 'feed the cat', '--confirm', 'low'], { cwd, env: low, status: 1 })).toMatchObject({
    error: { code: 'CLI_VERDICT_OF_AGENT', hint: expect.stringContaining('without --confirm') },
  })
  const found = await runJson(['search', 'tide at the pier'], { cwd, env: low })
  expect(JSON.stringify(Object(found).results)).not.toMatch(/sad|pier/)
})

test('in its run an agent finds and is shown no more than it may', async () => {
  const cwd = await diarySpace()
  const found = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { results } = Object(await runJson(['search', 'tide at the pier', '--expand', '1'], { cwd, env }))
    return JSON.stringify(results)
  }
  expect(await found(high)).toContain('made me sad')
  expect(await found(low)).toContain('twice a day')
  expect(await found(low)).not.toMatch(/sad|pier/)
  const context = ['agent', 'context', 'high', 'the tide at the pier']
  expect(JSON.stringify(await runJson(context, { cwd, env: high }))).toContain('made me sad')
  const shown = await runJson(context, { cwd, env: low })
  expect(shown).toMatchObject({ agent: 'high', level: 'internal' })
  expect(JSON.stringify(shown)).not.toContain('sad')
})

test('in its run an agent is shown no executions of agents that may be shown more', async () => {
  const cwd = await diarySpace()
  const entry = (agent: string): string =>
    `  - {id: exec-of-${agent}, agent_id: ${agent}, timestamp: "2026-01-01T00:00:00Z", task: Pier, duration_ms: 1,
      status: success, outputs: [], quality: {user_feedback: null, automated_checks: []}, spawned_agents: []}\n`
  await mkdir(join(cwd, '.datacore/state'), { recursive: true })
  await writeFile(join(cwd, '.datacore/state/execution_log.yaml'), `executions:\n${entry('low')}${entry('high')}`)
  const seen = async (env: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
    const { executions } = (await runJson(['log', 'list'], { cwd, env })) as { executions: readonly { id: string }[] }
    return executions.map(({ id }) => id)
  }
  expect([await seen({}), await seen(high), await seen(low)]).toEqual([
    ['exec-of-high', 'exec-of-low'],
    ['exec-of-high', 'exec-of-low'],
    ['exec-of-low'],
  ])
  const show = ['log', 'show', 'exec-of-high']
  expect(await runJson(show, { cwd, env: low, status: 1 })).toMatchObject({ error: { code: 'EXECUTION_UNKNOWN' } })
  expect(await runJson(show, { cwd, env: high })).toMatchObject({ executions: [{ id: 'exec-of-high' }] })
})

test('in its run an agent is listed no memories of what it may not be shown', async () => {
  const cwd = await diarySpace()
  const said = ['embed', '--text', 'The tide at the pier made somebody sad', '--type', 'insight']
  const { id } = Object(await runJson(said, { cwd, env: high }))
  expect(await runJson(['memory', 'list'], { cwd, env: high })).toMatchObject({ memories: [{ id }] })
  expect(await runJson(['memory', 'list', '--all'], { cwd, env: low })).toMatchObject({ memories: [] })
  for (const change of ['show', 'confirm', 'retract'])
    expect(await runJson(['memory', change, id], { cwd, env: low, status: 1 })).toMatchObject({
      error: { code: 'MEMORY_UNKNOWN' },
    })
})

test('nothing is written through a link out of the state of a space', async () => {
  const shell = join(await temporaryFolder(), '.bashrc')
  await writeFile(shell, 'alias ls=ls\n')
  const cwd = await spaceOf(registry({ helper: { name: 'Helper', description: 'Helps', skills: [] } }))
  await mkdir(join(cwd, '.datacore/state'), { recursive: true })
  for (const name of ['session-memories.jsonl', 'routings.jsonl'])
    await symlink(shell, join(cwd, '.datacore/state', name))
  const refused = { error: { code: 'PLATFORM_FILE_UNWRITABLE', hint: expect.stringContaining('Remove the link') } }
  const evil = '$(touch PWNED) is what it says'
  // The journal of the version before is only read, and not through a link.
  await runJson(['embed', '--text', evil, '--type', 'insight'], { cwd })
  expect(await runJson(['memory', 'list'], { cwd })).toMatchObject({ memories: [{ summary: evil }], findings: [] })
  expect(await runJson(['route', evil, '--confirm', 'helper'], { cwd, status: 1 })).toMatchObject(refused)
  expect(await readFile(shell, 'utf8')).toBe('alias ls=ls\n')
  const { findings } = Object(await runJson(['doctor'], { cwd, status: 1 }))
  for (const name of ['session-memories.jsonl', 'routings.jsonl'])
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'STATE_LEADS_OUT', subject: `.datacore/state/${name}` }),
    )
})
