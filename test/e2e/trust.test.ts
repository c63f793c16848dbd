import { appendFile, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const agents = `version: "1.0.0"
agents:
  writer:
    name: Writer
    description: Writes what it is told.
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

const shell = { plugin: 'runner-command', command, env: ['MODEL_KEY'] }

async function withSettings(cwd: string, settings: object): Promise<void> {
  await writeFile(join(cwd, '.datacore/settings.yaml'), JSON.stringify(settings))
}

test('a cloned space runs no command before somebody says yes to exactly it', async () => {
  const cwd = await clonedSpace()
  await writeFile(join(cwd, 'speak.sh'), 'echo spoken\n')
  await withSettings(cwd, {
    runners: { default: 'claude', claude: shell },
    plugins: { 'speech-espeak': { command: './speak.sh' } },
  })
  const env = { MODEL_KEY: 'of the shell' }
  const run = ['agent', 'run', 'writer', 'Say something.', '--forget']
  const exact = JSON.stringify(command)
  expect(await runJson(run, { cwd, env, status: 1 })).toMatchObject({
    error: { code: 'MODULE_COMMAND_NOT_APPROVED', hint: expect.stringContaining(exact) },
  })
  const listed = [
    { name: 'plugins.speech-espeak', command: '["./speak.sh"]', env: [], scripts: ['speak.sh'], state: 'waiting' },
    { name: 'runners.claude', command: exact, env: ['MODEL_KEY'], scripts: [], state: 'waiting' },
  ]
  expect(await runJson(['trust', 'list'], { cwd })).toMatchObject({ commands: listed })
  expect(await runJson(['trust', 'approve'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'CLI_ANSWER_NEEDED' },
  })
  expect(await runJson(['trust', 'approve', '--dry-run'], { cwd })).toMatchObject({ dry_run: true, approved: [] })
  expect(await runJson(['trust', 'approve', 'runners.gone', '--yes'], { cwd, status: 2 })).toMatchObject({
    error: { code: 'CLI_USAGE' },
  })
  const { findings } = (await runJson(['doctor'], { cwd })) as { findings: { code: string; subject: string }[] }
  expect(findings.filter(({ code }) => code === 'COMMAND_NOT_APPROVED').map(({ subject }) => subject)).toEqual(
    listed.map(({ name }) => name),
  )
  await expect(readFile(join(cwd, 'ran'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await runJson(['trust', 'approve', 'runners.claude', '--yes'], { cwd })).toMatchObject({
    approved: ['runners.claude'],
  })
  expect(await runJson(run, { cwd, env })).toMatchObject({ status: 'success', text: 'fine\n' })
  expect(await readFile(join(cwd, 'ran'), 'utf8')).toBe('of the shell\n')
  expect((await readdir(join(cwd, '.datacore'))).join(' ')).not.toMatch(/approv/)
  await rm(join(cwd, 'ran'))
  await withSettings(cwd, { runners: { claude: { ...shell, command: [...command, 'x'] } } })
  expect(await runJson(run, { cwd, env, status: 1 })).toMatchObject({ error: { code: 'MODULE_COMMAND_NOT_APPROVED' } })
  await withSettings(cwd, { runners: { claude: shell } })
  expect(await runJson(['trust', 'revoke', 'runners.claude'], { cwd })).toMatchObject({ revoked: ['runners.claude'] })
  expect(await runJson(run, { cwd, env, status: 1 })).toMatchObject({ error: { code: 'MODULE_COMMAND_NOT_APPROVED' } })
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
    'its key waits for your word. If wiki.example may have it: datacortex trust approve secrets.WIKI_KEY@wiki.example',
  )
  await mkdir(join(cwd, 'home/.ssh'), { recursive: true })
  await writeFile(join(cwd, 'home/.ssh/id_ed25519'), 'private')
  await mkdir(join(cwd, '.datacore/env'), { recursive: true })
  await symlink('../../home/.ssh/id_ed25519', join(cwd, '.datacore/env/WIKI_KEY'))
  expect((await runDatacortex(['source', 'list'], { cwd })).stdout).toContain('leads out of .datacore/env')
  expect((await runDatacortex(['doctor'], { cwd })).stdout).toContain('PLATFORM_SECRET_MISPLACED')
  expect(await runJson(['trust', 'list'], { cwd })).toMatchObject({
    commands: [{ state: 'named' }, { name: 'sources.team', command: '["team-mcp"]', state: 'waiting' }],
  })
  await runJson(['source', 'approve', 'team', '--yes'], { cwd })
  expect(await runJson(['trust', 'revoke', 'sources.team'], { cwd })).toMatchObject({ revoked: ['sources.team'] })
  expect(await runJson(['trust', 'revoke', 'sources.team'], { cwd })).toMatchObject({ revoked: [] })
})

test('an agent of somebody else is not played by a program of this machine', async () => {
  const cwd = await clonedSpace()
  await withSettings(cwd, { runners: { default: 'cat', cat: { plugin: 'runner-command', command: ['cat'] } } })
  await runJson(['trust', 'approve', '--yes'], { cwd })
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
    error: { code: 'MODULE_SETTINGS_INVALID', message: expect.stringMatching(/^runners\.remote in .*url: /) },
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
    error: { code: 'MODULE_NOT_APPROVED', hint: expect.stringContaining('datacortex trust approve modules.outliner') },
  })
  const { commands } = (await runJson(['trust', 'list'], { cwd })) as { commands: readonly unknown[] }
  expect(commands).toContainEqual(
    expect.objectContaining({
      name: 'modules.outliner',
      command: '["node_modules/outliner/index.js"]',
      env: [],
      state: 'waiting',
    }),
  )
  await runJson(['trust', 'approve', '--yes'], { cwd })
  expect(await runJson(run, { cwd })).toMatchObject({ status: 'success' })
  await appendFile(join(place, 'index.js'), '// Another text.\n')
  expect(await runJson(run, { cwd, status: 1 })).toMatchObject({ error: { code: 'MODULE_NOT_APPROVED' } })
})
