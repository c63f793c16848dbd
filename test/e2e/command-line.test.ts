import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commands } from './all-commands.ts'
import { runDatacortex, runJson } from './one-process.ts'
import { program, startProgram } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { trustAll } from './trust-all.ts'

const space = useSampleSpace()

describe('help', () => {
  test('shows an example at every level, and no command is missing here', async () => {
    const cwd = space().root
    const listed: string[] = ['']
    for (const command of commands) {
      const words = command.split(' ').filter((word) => word !== '')
      const { status, stdout, stderr } = await runDatacortex([...words, '--help'], { cwd })
      expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' })
      expect(stdout, command).toMatch(/^Usage: datacortex/)
      expect(stdout, command).toMatch(/\nExample:\n {2}datacortex /)
      const parts = [...stdout.matchAll(/\n([A-Z][a-z ]+):\n((?: {2}.*\n)+)/g)]
      const children = parts.filter(
        ([, name = '']) => !['Arguments', 'Options', 'Example', 'Environment'].includes(name),
      )
      const names = children.flatMap(([, , lines = '']) =>
        [...lines.matchAll(/^ {2}([a-z0-9][a-z0-9-]*)/gm)].map((match) => match[1] ?? ''),
      )
      listed.push(...names.filter((name) => name !== 'help').map((name) => `${command} ${name}`.trim()))
    }
    expect(listed.toSorted()).toEqual(commands.toSorted())
  })

  test('`help` shows that of a command at any depth, and no line is too long for a terminal', async () => {
    const cwd = space().root
    const ofFind = await runDatacortex(['help', 'agent', 'find'], { cwd })
    expect(ofFind).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: datacortex agent find/) })
    const whole = await runDatacortex(['help'], { cwd })
    expect(whole).toMatchObject({ status: 0, stdout: (await runDatacortex(['--help'], { cwd })).stdout })
    expect(whole.stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(await runDatacortex(['help', 'agent', 'nope'], { cwd })).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'CLI_USAGE  datacortex agent has no command "nope".\nhint       datacortex agent --help\n',
    })
  })

  test('the version is that of the package', async () => {
    const { status, stdout } = await runDatacortex(['--version'], { cwd: space().root })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })
})

describe('wrong usage', () => {
  test.each([
    [['agnt'], 'datacortex agent'],
    [['fnd', 'x'], 'datacortex find'],
    [['agent', 'fnd', 'x'], 'datacortex agent find'],
    [['agent', 'search', 'x'], 'datacortex search'],
    [['agents'], 'one of datacortex agent, datacortex export agents'],
    [['modulee', 'list'], 'datacortex module'],
    [['agent', 'list', '--tga', 'x'], '--tag'],
    [['agent', 'find', 'x', '--min-scor', '1'], '--min-score'],
  ])('%j suggests %s', async (args, suggestion) => {
    const { status, stdout, stderr } = await runDatacortex(args, { cwd: space().root })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(`Did you mean ${suggestion}?`)
    const refused = await runJson(args, {
      cwd: space().root,
      status: 2,
    })
    expect(JSON.stringify(refused)).toContain(`Did you mean ${suggestion}?`)
  })

  test.each([
    [['agent', 'find', 'x', '--top', 'abc'], 'datacortex agent find --help'],
    [['agent', 'show'], 'datacortex agent show --help'],
    [['agent', 'fnd'], 'datacortex agent --help'],
    [['agnt'], 'datacortex --help'],
    [['--root', 'x', 'agent', 'list'], 'Options stand behind the command, such as: datacortex list --json'],
  ])('%j is told where to look: %s', async (args, hint) => {
    const { status, stderr } = await runDatacortex(args, { cwd: space().root })
    expect({ status, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({ status: 2, last: `hint       ${hint}` })
    expect(await runJson(args, { cwd: space().root, status: 2 })).toMatchObject({ error: { code: 'CLI_USAGE', hint } })
  })

  test.each([
    [['agent', 'find']],
    [['agent', 'find', 'x', '--queries', 'file']],
    [['agent', 'find', 'x', '--top', '0']],
    [['agent', 'find', 'x', '--top', 'many']],
    [['agent', 'find', 'x', '--min-score', '1.5']],
    [['agent', 'import', '.', '--format', 'other']],
    [['agent', 'import', '']],
    [['agent', 'find', 'x', '--tag', '--json']],
    [['init', ' ']],
    [['init', 'one', '--root', 'two']],
    [['ingest', '']],
    [['agent', 'show']],
    [['agent', 'show', 'a', 'b']],
    [['completion', 'tcsh']],
  ])('%j is status 2 with one JSON error', async (args) => {
    expect(await runJson(args, { cwd: space().root, status: 2 })).toEqual({
      error: { code: 'CLI_USAGE', message: expect.any(String), hint: expect.any(String) },
    })
  })
})

test('words without quotes are one text, and a short name does what the long one does', async () => {
  const cwd = space().root
  const long = await runJson(['agent', 'find', 'my pod keeps crash looping', '--top', '2'], { cwd })
  const found = Object.assign({}, long, { took_ms: expect.any(Number) })
  const tagged = await runJson(['find', '--tag', 'writing', 'put', 'this', 'into', 'words', '--min-score', '0'], {
    cwd,
  })
  expect(tagged).toMatchObject({ query: 'put this into words' })
  for (const words of [['agent', 'find'], ['find']])
    expect(await runJson([...words, 'my', 'pod', 'keeps', 'crash', 'looping', '--top', '2'], { cwd })).toEqual(found)
  expect(await runJson(['list'], { cwd })).toEqual(await runJson(['agent', 'list'], { cwd }))
  expect(await runJson(['route', 'translate', 'the', 'menu'], { cwd })).toMatchObject({ agent: 'translator' })
  expect(await runJson(['search', 'spring', 'tides'], { cwd })).toMatchObject({ query: 'spring tides' })
  const words = ['Slack', 'water', 'is', 'short.']
  const { id } = (await runJson(['remember', '--topic', 'tides', ...words], { cwd })) as { id: string }
  expect(await runJson(['memory', 'show', id], { cwd })).toMatchObject({ summary: words.join(' '), tags: ['tides'] })
  for (const args of [['remember'], ['embed', 'one', '--text', 'two']])
    expect(await runJson(args, { cwd, status: 2 })).toMatchObject({ error: { code: 'CLI_USAGE' } })
})

describe('errors', () => {
  test.each([
    [['search', ' '], 1, 'CLI_QUERY_EMPTY', 'datacortex search "what you want to know"'],
    [['search', 'x', '--save', '1'], 2, 'CLI_USAGE', 'Add --sources web, or --sources all.'],
    [
      ['search', 'x', '--space', '9-nope'],
      2,
      'CLI_USAGE',
      'Name one of them, or make its folder first, such as 1-acme.',
    ],
    [['source', 'approve', 'nope'], 1, 'CLI_SOURCE_UNKNOWN', 'datacortex source list'],
    [
      ['keystore', 'new', '--passphrase-file', 'no.txt'],
      1,
      'EXPORT_SECRET_UNAVAILABLE',
      expect.stringContaining('--passphrase-file'),
    ],
  ])('%j is refused, and the hint helps', async (args, status, code, hint) => {
    expect(await runJson(args, { cwd: space().root, status })).toEqual({
      error: { code, hint, message: expect.any(String) },
    })
  })

  test('nothing found says what narrowed it down', async () => {
    const cwd = space().root
    const notes = await runDatacortex(['search', 'x', '--type', 'nope', '--tag', 'no'], { cwd })
    expect(notes).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^nothing found with --type nope --tag no$/m),
    })
    const log = await runDatacortex(['log', 'list', '--agent', 'nope', '--since', '7d'], { cwd })
    expect(log).toMatchObject({ status: 0, stdout: 'no executions of nope since 7d\nnext       datacortex log list\n' })
    const agents = await runDatacortex(['agent', 'find', 'x', '--tag', 'nope'], { cwd })
    expect(agents).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^no agent has the tag nope\ntags here {2}\S.* · .*\nnext {7}datacortex find x\n$/),
    })
  })

  test('a folder without a space says which command makes one', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'empty'))
    const human = await runDatacortex(['agent', 'find', 'x', '--root', 'empty'], { cwd })
    expect(human).toMatchObject({ status: 1, stdout: '' })
    expect(human.stderr).toMatch(/^SPACE_NOT_FOUND {2}.*empty.*\nhint {7}datacortex init /)
    expect(await runJson(['agent', 'find', 'x', '--root', 'empty'], { cwd, status: 1 })).toEqual({
      error: { code: 'SPACE_NOT_FOUND', message: expect.any(String), hint: expect.stringContaining('datacortex init') },
    })
    for (const args of [
      ['agent', 'list'],
      ['agent', 'show', 'a'],
      ['module', 'list'],
      ['doctor'],
      ['module', 'sync'],
    ]) {
      expect(await runJson(args, { cwd, status: 1 }), args.join(' ')).toMatchObject({
        error: { code: 'SPACE_NOT_FOUND' },
      })
    }
  })

  test('the space is found from a folder below it', async () => {
    const folder = join(space().root, '0-personal/notes')
    await mkdir(folder, { recursive: true })
    expect(await runJson(['agent', 'show', 'sql-tuner'], { cwd: folder })).toMatchObject({ id: 'sql-tuner' })
  })

  test('outside of a space the default of the user is used, and that is said', async () => {
    const cwd = await temporaryFolder()
    const env = { DATACORTEX_CONFIG_DIR: join(cwd, 'config') }
    const dry = await runDatacortex(['init', 'notes', '--default', '--dry-run'], { cwd, env })
    expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('default    would be used wherever') })
    expect(await runJson(['list'], { cwd, env, status: 1 })).toMatchObject({ error: { code: 'SPACE_NOT_FOUND' } })
    expect(await runJson(['init', 'notes', '--default'], { cwd, env })).toMatchObject({ is_default: true })
    const used = await runDatacortex(['agent', 'list', '--json'], { cwd, env })
    expect(used).toMatchObject({ status: 0, stderr: 'space      notes  (your default)\n' })
    expect(JSON.parse(used.stdout)).toMatchObject({ agents: expect.any(Array) })
    await trustAll(space().root, env.DATACORTEX_CONFIG_DIR)
    const named = await runDatacortex(['list'], { cwd, env: { ...env, DATACORTEX_ROOT: space().root } })
    expect(named).toMatchObject({ status: 0, stderr: `space      ${space().root}  (DATACORTEX_ROOT)\n` })
    const within = await runDatacortex(['list'], { cwd: join(cwd, 'notes'), env })
    expect(within).toMatchObject({ status: 0, stderr: '' })
    const nested = await runJson(['init', 'notes/inner'], { cwd, env, status: 1 })
    expect(nested).toMatchObject({ error: { code: 'SPACE_NESTED', hint: expect.stringContaining('--yes') } })
  })

  test('queries that can not be read', async () => {
    const cwd = space().root
    expect(await runJson(['agent', 'find', '--queries', 'absent.txt'], { cwd, status: 1 })).toMatchObject({
      error: { code: 'PLATFORM_FILE_UNREADABLE', message: expect.stringContaining('absent.txt') },
    })
  })

  test('a bug is status 70 and asks to be reported', async () => {
    const env = { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'preload/planted-bug.ts')).href}` }
    const human = await runDatacortex(['agent', 'list'], { cwd: space().root, env })
    expect(human).toMatchObject({ status: 70, stdout: '' })
    expect(human.stderr).toMatch(/planted bug[\s\S]*report/)
    expect(await runJson(['agent', 'list'], { cwd: space().root, env, status: 70 })).toMatchObject({
      error: { code: 'INTERNAL', message: 'planted bug' },
    })
  })
})

describe('output', () => {
  test('is coloured only where that is wanted', async () => {
    const cwd = await temporaryFolder()
    const run = async (env: Readonly<Record<string, string>>) => await runDatacortex(['agent', 'list'], { cwd, env })
    // eslint-disable-next-line no-control-regex
    const colour = /\u001b\[/
    expect((await run({})).stderr).not.toMatch(colour)
    expect((await run({ FORCE_COLOR: '1' })).stderr).toMatch(colour)
    expect((await run({ NO_COLOR: '1' })).stderr).not.toMatch(colour)
  })

  test('a reader that stops early is no error', async () => {
    const cwd = await temporaryFolder()
    await writeFile(
      join(cwd, 'run.sh'),
      `"$1" "$2" agent find --queries - --root "$3" | head -n 1\necho "status \${PIPESTATUS[0]}" >&2\n`,
    )
    const input = Array.from({ length: 400 }, (_, index) => `query number ${index}\n`).join('')
    const args = ['run.sh', process.execPath, program, space().root]
    // Bash warns of a locale that the machine does not have.
    const env = { LC_ALL: 'C', DATACORTEX_CONFIG_DIR: join(cwd, 'user') }
    await trustAll(space().root, env.DATACORTEX_CONFIG_DIR)
    const { status, stdout, stderr } = await startProgram('bash', { cwd, args, input, env }).ended
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'status 0\n' })
    expect(JSON.parse(stdout)).toMatchObject({ query: 'query number 0' })
  })
})

test.skipIf(process.platform === 'win32')('a reader that closes early takes nothing from the exit status', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  const piped = async (args: string): Promise<string> => {
    const script = `"$0" "$1" ${args} | true; printf %s "\${PIPESTATUS[0]}"`
    const run = await startProgram('bash', { cwd, args: ['-c', script, process.execPath, program] }).ended
    return run.stdout
  }
  expect(await piped('agent show nobody --json')).toBe('1')
  expect(await piped('agent list --json')).toBe('0')
})

test.skipIf(process.platform !== 'linux')('a result that could not be written is an error with a reason', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  const args = ['-c', '"$0" "$1" agent list > /dev/full', process.execPath, program]
  const run = await startProgram('bash', { cwd, args, env: { LC_ALL: 'C' } }).ended
  expect(run.status).toBe(1)
  expect(run.stderr).toMatch(/^CLI_OUTPUT_UNWRITABLE {2}.*no space left on the disk/)
})
