import { appendFile, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { fingerprint, temporaryFolder } from './temporary-folder.ts'

const agents = `version: "1.0.0"
agents:
  writer:
    name: Writer
    description: Writes what it is reported.
    source: .datacore/agents/writer.md
    skills: [{ id: writing, name: Writing, description: Writes., tags: [writing] }]
  ferry:
    name: Ferry
    description: Knows the ferries.
    skills: [{ id: ferries, name: Ferries, description: Knows them., tags: [ferries] }]
    runtime:
      protocol: a2a
      interfaces: [{ url: "https://agents.example.com/ferry/", protocolBinding: JSONRPC, protocolVersion: "1.0" }]
`

const command = ['sh', '-c', 'echo "$MODEL_KEY" > ran; echo fine']

/** A space as it comes from somewhere else. */
async function clonedSpace(sources: object = {}): Promise<string> {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await mkdir(join(cwd, '.datacore/registry'), { recursive: true })
  await mkdir(join(cwd, '.datacore/agents'), { recursive: true })
  await writeFile(join(cwd, '.datacore/registry/agents.yaml'), agents)
  await writeFile(join(cwd, '.datacore/agents/writer.md'), 'You write.')
  await writeFile(join(cwd, '.datacore/registry/sources.yaml'), JSON.stringify({ sources }))
  return cwd
}

/** As a command runs where nobody but the user decides what is allowed. */
const asked = async (args: readonly string[], options: Omit<Parameters<typeof runJson>[1], 'isStranger'>) =>
  await runJson(args, { ...options, isStranger: true })

const shell = { plugin: 'runner-command', command, env: ['MODEL_KEY'] }

async function withSettings(cwd: string, settings: object): Promise<void> {
  await writeFile(join(cwd, '.datacore/settings.yaml'), JSON.stringify(settings))
}

test('a space that nobody trusted is read, and nothing is written into it or done for it', async () => {
  const cwd = await clonedSpace()
  await withSettings(cwd, { runners: { claude: shell }, embeddings: { model: '../elsewhere' } })
  await writeFile(join(cwd, 'tides.md'), '# Spring tides\n\nAt new moon.\n')
  const config = await temporaryFolder()
  const options = { cwd, env: { DATACORTEX_CONFIG_DIR: config } }
  const before = await fingerprint(cwd)
  const restricted = { error: { code: 'SPACE_RESTRICTED', hint: expect.stringContaining('datacortex trust allow') } }
  expect(await asked(['find', 'writes', 'what', 'it', 'is', 'told', '--top', '1'], options)).toMatchObject({
    results: [{ id: 'writer' }],
    findings: expect.arrayContaining([expect.objectContaining({ code: 'SPACE_RESTRICTED', severity: 'warning' })]),
  })
  await asked(['index'], options)
  expect(await asked(['search', 'spring tides'], options)).toMatchObject({ results: [{ path: 'tides.md' }] })
  expect(await asked(['status'], options)).toMatchObject({
    state: 'restricted',
    trusted: false,
    next: ['datacortex trust allow'],
  })
  for (const args of [
    ['remember', 'A thing.'],
    ['run', 'writer', 'Say something.'],
    ['ingest', 'tides.md'],
    ['import', cwd],
    ['note', 'new', 'A title', '--text', 'x'],
    ['model', 'use', 'default'],
    ['module', 'sync'],
  ])
    expect(await asked(args, { ...options, status: 1 }), args.join(' ')).toMatchObject(restricted)
  expect((await runDatacortex(['serve', '--port', '0'], { ...options, isStranger: true })).stderr).toContain(
    'SPACE_RESTRICTED',
  )
  expect(await asked(['init'], { ...options, status: 1 })).toMatchObject({ error: { code: 'CLI_ANSWER_NEEDED' } })
  expect(await fingerprint(cwd)).toEqual(before)
  const shown = {
    state: 'restricted',
    reason: 'new',
    wants: [{ name: 'runners.claude' }, { name: 'embeddings.model' }],
  }
  expect(await asked(['trust', 'show'], options)).toMatchObject(shown)

  expect(await asked(['trust', 'allow', cwd, '--yes'], { ...options, cwd: config })).toMatchObject({
    is_new: true,
    approved: ['embeddings.model', 'runners.claude'],
  })
  await withSettings(cwd, { runners: { claude: shell } })
  await asked(['remember', 'A thing.'], options)
  expect(await asked(['trust', 'list'], options)).toMatchObject({ spaces: [{ root: cwd, is_there: true }] })
  // Its user moves it; somebody else has a copy.
  const [moved, copied] = [`${cwd}-moved`, `${cwd}-copied`]
  await cp(cwd, copied, { recursive: true })
  await rename(cwd, moved)
  onTestFinished(
    async () => void (await Promise.all([moved, copied].map(async (place) => await rm(place, { recursive: true })))),
  )
  expect(await asked(['status'], { ...options, cwd: moved })).toMatchObject({ state: 'trusted' })
  expect(await asked(['trust', 'show'], { ...options, cwd: copied })).toMatchObject({
    state: 'restricted',
    reason: 'copied',
  })
  expect(await asked(['trust', 'revoke'], { ...options, cwd: moved })).toMatchObject({ is_restricted: true })
  expect(await asked(['status'], { ...options, cwd: moved })).toMatchObject({ state: 'restricted' })
})

test('what a space wants anew waits for another yes, with what was allowed before', async () => {
  const cwd = await clonedSpace()
  const options = { cwd, env: { MODEL_KEY: 'of the shell' } }
  const exact = JSON.stringify(command)
  const speaking = { 'speech-espeak': { command: './speak.sh' } }
  await writeFile(join(cwd, 'speak.sh'), 'echo spoken\n')
  await withSettings(cwd, { runners: { default: 'claude', claude: shell }, plugins: speaking })
  const run = ['agent', 'run', 'writer', 'Say something.', '--forget']
  const refused = { error: { code: 'SPACE_RESTRICTED', message: expect.stringContaining('runners.claude') } }
  expect(await asked(run, { ...options, status: 1 })).toMatchObject(refused)
  const listed = [
    { name: 'plugins.speech-espeak', command: '["./speak.sh"]', env: [], scripts: ['speak.sh'], state: 'waiting' },
    { name: 'runners.claude', command: exact, env: ['MODEL_KEY'], scripts: [], state: 'waiting' },
  ]
  expect(await asked(['trust', 'show'], options)).toMatchObject({ state: 'trusted', commands: listed })
  expect(await asked(['trust', 'approve'], { ...options, status: 1 })).toMatchObject({
    error: { code: 'CLI_ANSWER_NEEDED' },
  })
  expect(await asked(['trust', 'allow', '--dry-run'], options)).toMatchObject({ dry_run: true, approved: [] })
  expect(await asked(['trust', 'allow', 'runners.gone', '--yes'], { ...options, status: 2 })).toMatchObject({
    error: { code: 'CLI_USAGE' },
  })
  const { findings } = (await asked(['doctor'], options)) as { findings: { code: string; subject: string }[] }
  expect(findings.filter(({ code }) => code === 'COMMAND_NOT_APPROVED').map(({ subject }) => subject)).toEqual(
    listed.map(({ name }) => name),
  )
  await expect(readFile(join(cwd, 'ran'))).rejects.toMatchObject({ code: 'ENOENT' })
  const allowed = { approved: ['runners.claude'] }
  expect(await asked(['trust', 'allow', 'runners.claude', '--yes'], options)).toMatchObject(allowed)
  // What else waits is not used by a run.
  await withSettings(cwd, { runners: { default: 'claude', claude: shell } })
  expect(await asked(run, options)).toMatchObject({ status: 'success', text: 'fine\n' })
  expect(await readFile(join(cwd, 'ran'), 'utf8')).toBe('of the shell\n')
  expect((await readdir(join(cwd, '.datacore'))).join(' ')).not.toMatch(/approv|trust/)
  await rm(join(cwd, 'ran'))
  await withSettings(cwd, { runners: { claude: { ...shell, command: [...command, 'x'] } } })
  expect(await asked(run, { ...options, status: 1 })).toMatchObject(refused)
  const { wants } = (await asked(['trust', 'show'], options)) as { wants: readonly unknown[] }
  expect(wants).toMatchObject([{ name: 'runners.claude', state: 'waiting', before: JSON.stringify(shell) }])
  await withSettings(cwd, { runners: { claude: shell } })
  expect(await asked(['trust', 'revoke', 'runners.claude'], options)).toMatchObject({ revoked: ['runners.claude'] })
  expect(await asked(run, { ...options, status: 1 })).toMatchObject(refused)
  await expect(readFile(join(cwd, 'ran'))).rejects.toMatchObject({ code: 'ENOENT' })
})

const wiki = {
  type: 'api',
  tool: 'wiki',
  layers: ['search'],
  content_type: 'documents',
  api_key: 'WIKI_KEY',
  request: { url: 'https://wiki.example/s?q={query}', headers: { 'x-key': '{api_key}' } },
  response: { items: '$.items', title: 'title' },
}
const team = { type: 'mcp', tool: 'find', layers: ['search'], content_type: 'documents', mcp: { command: 'team-mcp' } }

test('a cloned space gets no key of the shell and no file behind a link, and its sources start nothing', async () => {
  const cwd = await clonedSpace({ wiki, team })
  const env = { WIKI_KEY: 'of the shell' }
  const { stdout } = await runDatacortex(['source', 'list'], { cwd, env })
  expect(stdout).toContain(
    'its key waits for your word. If wiki.example may have it: datacortex trust allow secrets.WIKI_KEY@wiki.example',
  )
  await mkdir(join(cwd, 'home/.ssh'), { recursive: true })
  await writeFile(join(cwd, 'home/.ssh/id_ed25519'), 'private')
  await mkdir(join(cwd, '.datacore/env'), { recursive: true })
  await symlink('../../home/.ssh/id_ed25519', join(cwd, '.datacore/env/WIKI_KEY'))
  expect((await runDatacortex(['source', 'list'], { cwd })).stdout).toContain('leads out of .datacore/env')
  expect((await runDatacortex(['doctor'], { cwd })).stdout).toContain('PLATFORM_SECRET_MISPLACED')
  expect(await runJson(['trust', 'show'], { cwd })).toMatchObject({
    commands: [{ state: 'named' }, { name: 'sources.team', command: '["team-mcp"]', state: 'waiting' }],
  })
  await runJson(['source', 'approve', 'team', '--yes'], { cwd })
  expect(await runJson(['trust', 'revoke', 'sources.team'], { cwd })).toMatchObject({ revoked: ['sources.team'] })
  expect(await asked(['trust', 'revoke', 'sources.team'], { cwd })).toMatchObject({ revoked: [] })
})

test('an agent of somebody else is not played by a program of this machine', async () => {
  const cwd = await clonedSpace()
  await withSettings(cwd, { runners: { default: 'cat', cat: { plugin: 'runner-command', command: ['cat'] } } })
  await runJson(['trust', 'allow', '--yes'], { cwd })
  expect(await runJson(['agent', 'run', 'ferry', 'When is the next one?'], { cwd, status: 1 })).toMatchObject({
    error: {
      code: 'RUNNER_NOT_CONFIGURED',
      hint: expect.stringContaining('"ferry": {plugin: runner-a2a, url: "https://agents.example.com/ferry/"}'),
    },
  })
  const chosen = ['agent', 'run', 'ferry', 'When?', '--runner', 'cat', '--dry-run']
  expect(await runJson(chosen, { cwd })).toMatchObject({ runner: 'cat' })
  await withSettings(cwd, { runners: { remote: { plugin: 'runner-a2a', url: 7 } } })
  expect(await runJson(['agent', 'run', 'writer', 'x'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'MODULE_SETTINGS_INVALID', message: expect.stringMatching(/^runners\.remote of .*url: /) },
  })
})

test('code of a package in node_modules runs after a yes to its files only', async () => {
  const cwd = await clonedSpace()
  const place = join(cwd, 'node_modules/outliner')
  await cp(new URL('../../apps/cli/sample/modules/outliner', import.meta.url), place, { recursive: true })
  const manifest = {
    name: 'outliner',
    version: '1.0.0',
    type: 'module',
    main: './index.js',
    keywords: ['datacortex-plugin'],
  }
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ dependencies: { outliner: '1.0.0' } }))
  await writeFile(join(cwd, 'a.md'), '# Tides\n')
  const run = ['agent', 'run', 'outliner', 'a.md', '--forget']
  expect(await runJson(run, { cwd, status: 1 })).toMatchObject({
    error: { code: 'MODULE_NOT_APPROVED', hint: expect.stringContaining('datacortex trust allow modules.outliner') },
  })
  const { commands } = (await runJson(['trust', 'show'], { cwd })) as { commands: readonly unknown[] }
  expect(commands).toContainEqual(
    expect.objectContaining({
      name: 'modules.outliner',
      command: '["node_modules/outliner/index.js"]',
      env: [],
      state: 'waiting',
    }),
  )
  await runJson(['trust', 'allow', '--yes'], { cwd })
  expect(await runJson(run, { cwd })).toMatchObject({ status: 'success' })
  await appendFile(join(place, 'index.js'), '// Another text.\n')
  expect(await runJson(run, { cwd, status: 1 })).toMatchObject({ error: { code: 'MODULE_NOT_APPROVED' } })
})
