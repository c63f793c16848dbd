import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runDatacortex, runJson } from './one-process.ts'
import { runDatacortex as runAlone, sample } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const text: unknown = expect.any(String)
const campaigns = join(sample, 'modules', 'campaigns')
// What may differ after a change and its undoing: what can be rebuilt, locks, and the user's approvals.
const rebuildable = /^\.datacore\/(?:cache|state)|^\.test-config/

test('a module comes, is found at once, and goes without a trace', async () => {
  const cwd = await temporaryCopy(space().root)
  const { agents: before } = parse(await readFile(join(cwd, '.datacore/registry/agents.yaml'), 'utf8')) as {
    agents: object
  }
  expect(await runJson(['module', 'install', campaigns, '--yes'], { cwd })).toMatchObject({
    module: 'campaigns',
    version: '1.2.0',
    agents: ['campaign-planner', 'campaign-reporter'],
    sources: ['mailing-stats'],
    permissions: { network: ['api.mailing.example'], writes: ['1-*/campaigns/'] },
  })
  const listed = await runJson(['module', 'list'], { cwd })
  expect(listed).toHaveProperty(
    'modules',
    expect.arrayContaining([expect.objectContaining({ name: 'campaigns', version: '1.2.0' })]),
  )
  const query = 'we need people to hear about our new beehives in spring'
  expect(await runJson(['agent', 'find', query], { cwd })).toMatchObject({
    results: [{ id: 'campaign-planner', module: 'campaigns' }],
  })
  expect(await runJson(['agent', 'list', '--module', 'campaigns'], { cwd })).toHaveProperty('agents.length', 2)
  expect(await readFile(join(cwd, '.datacore/modules.lock.yaml'), 'utf8')).toContain('campaigns')
  expect(await readFile(join(cwd, '.datacore/registry/sources.yaml'), 'utf8')).toContain('mailing-stats')

  const installed = await fingerprint(cwd, rebuildable)
  expect(await runJson(['module', 'install', campaigns, '--yes'], { cwd })).toMatchObject({ module: 'campaigns' })
  expect(await fingerprint(cwd, rebuildable)).toEqual(installed)

  expect(await runJson(['module', 'remove', 'campaigns'], { cwd })).toMatchObject({
    removed: 'campaigns',
    agents: ['campaign-planner', 'campaign-reporter'],
  })
  const found = await runJson(['agent', 'find', query, '--min-score', '0', '--top', '20'], { cwd })
  expect(JSON.stringify(found)).not.toContain('campaign-')
  expect(Object.keys(await fingerprint(cwd, rebuildable)).filter((path) => path.includes('campaign'))).toEqual([])
  for (const file of ['registry/agents.yaml', 'registry/sources.yaml', 'modules.lock.yaml']) {
    expect(await readFile(join(cwd, '.datacore', file), 'utf8'), file).not.toMatch(/campaign|mailing/)
  }
  const { agents } = parse(await readFile(join(cwd, '.datacore/registry/agents.yaml'), 'utf8')) as { agents: object }
  expect(agents).toEqual(before)
})

test('sync registers what was put into the folder and drops what was taken out', async () => {
  const cwd = await temporaryCopy(space().root)
  await cp(campaigns, join(cwd, '.datacore/modules/campaigns'), { recursive: true })
  expect(await runJson(['module', 'sync'], { cwd })).toMatchObject({ added: ['campaigns'], removed: [], changed: [] })
  expect(await runJson(['module', 'sync'], { cwd })).toMatchObject({ added: [], removed: [], changed: [] })
  expect(await runJson(['agent', 'show', 'campaign-planner'], { cwd })).toMatchObject({ module: 'campaigns' })
  await rm(join(cwd, '.datacore/modules/campaigns'), { recursive: true })
  expect(await runJson(['module', 'sync'], { cwd })).toMatchObject({ added: [], removed: ['campaigns'], changed: [] })
  expect(await runJson(['agent', 'list', '--module', 'campaigns'], { cwd })).toMatchObject({ agents: [] })
})

test('without --yes and without anybody to ask nothing is installed', async () => {
  const cwd = await temporaryCopy(space().root)
  const before = await fingerprint(cwd)
  expect(await runJson(['module', 'install', campaigns], { cwd, status: 1 })).toMatchObject({
    error: { code: 'CLI_ANSWER_NEEDED', hint: expect.stringContaining('--yes') },
  })
  expect(await fingerprint(cwd)).toEqual(before)
})

test('refuses a clash, a link and a path that leaves the module, and leaves nothing behind', async () => {
  const cwd = await temporaryCopy(space().root)
  const before = await fingerprint(cwd, /^(?:\.datacore\/state|bad)/)
  await writeModule(join(cwd, 'bad/clash'), 'provides: { agents: { translator: { description: Mine } } }')
  await writeModule(join(cwd, 'bad/leaves'), 'provides: { agents: { a: { description: A, source: ../../secret.md } } }')
  await writeModule(join(cwd, 'bad/link'), 'provides: {}')
  await symlink('/etc/hostname', join(cwd, 'bad/link/notes.md'))
  const refusals: string[] = []
  for (const name of ['clash', 'leaves', 'link', 'absent']) {
    const refused = await runJson(['module', 'install', `./bad/${name}`, '--yes'], { cwd, status: 1 })
    const { error } = refused as { error: { code: string } }
    refusals.push(`${name}: ${error.code}`)
  }
  expect(refusals).toEqual([
    'clash: MODULE_ID_CLASH',
    'leaves: MODULE_CONTENT_REFUSED',
    'link: MODULE_CONTENT_REFUSED',
    'absent: MODULE_SPEC_INVALID',
  ])
  expect(await fingerprint(cwd, /^(?:\.datacore\/state|bad)/)).toEqual(before)
})

test('shows every issue of a manifest at once', async () => {
  const cwd = await temporaryCopy(space().root)
  await mkdir(join(cwd, 'wrong'))
  await writeFile(
    join(cwd, 'wrong/module.yaml'),
    'name: Wrong Name\nversion: one\ndescription: 7\nprovides: { hooks: yes }\npermissions: { network: api.example }\n',
  )
  const { status, stderr, stdout } = await runDatacortex(['module', 'install', './wrong', '--yes'], { cwd })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  for (const field of ['name', 'version', 'description', 'provides.hooks', 'permissions.network']) {
    expect(stderr).toContain(`${field}: `)
  }
})

test('a broken manifest shows file, line, column and the line, and harms no other module', async () => {
  const cwd = await temporaryCopy(space().root)
  await cp(campaigns, join(cwd, '.datacore/modules/campaigns'), { recursive: true })
  await mkdir(join(cwd, '.datacore/modules/broken'))
  await writeFile(join(cwd, '.datacore/modules/broken/module.yaml'), 'name: broken\nversion: "1.0.0\ndescription: x\n')
  const listed = await runJson(['module', 'list'], { cwd })
  expect(listed).toMatchObject({ broken: [{ path: expect.stringContaining('broken') }] })
  expect(JSON.stringify(listed)).toMatch(/module\.yaml:\d+:\d+/)
  expect(JSON.stringify(listed)).toContain('"name":"campaigns"')
  const synced = await runJson(['module', 'sync'], { cwd, status: 1 })
  expect(synced).toMatchObject({
    added: ['campaigns'],
    broken: [{ path: text, code: text, message: text, hint: text }],
  })
  const again = await runDatacortex(['module', 'sync'], { cwd })
  expect(again).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^broken +PLUGIN_MANIFEST_INVALID.*\n[^]* → /),
  })
  expect(again.stdout).not.toContain('in step')
  expect(await runJson(['doctor'], { cwd, status: 1 })).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([
      { code: text, severity: 'error', subject: expect.stringContaining('broken'), message: text, hint: text },
    ]),
  })
})

// The process of the commands ends with code of a module, so what runs some comes last.

test('code that came with a space is approved by a yes of this user only, whatever command is run', async () => {
  const cwd = await temporaryCopy(space().root)
  const outliner = join(sample, 'modules', 'outliner')
  await runJson(['module', 'install', outliner, '--yes'], { cwd })
  await writeFile(join(cwd, 'note.md'), '# One\n')
  const env = { DATACORTEX_CONFIG_DIR: join(cwd, '.another-user') }
  const refused = await runJson(['agent', 'run', 'outliner', 'note.md'], { cwd, env, status: 1 })
  expect(refused).toMatchObject({ error: { code: 'MODULE_NOT_APPROVED' } })
  const { error } = refused as { error: { hint: string } }
  const spec = /module install (\S+)/.exec(error.hint)?.[1] ?? ''
  // The hint is true from anywhere, and asks.
  const elsewhere = { cwd: join(cwd, '..'), env }
  expect(await runJson(['module', 'install', spec, '--root', cwd], { ...elsewhere, status: 1 })).toMatchObject({
    error: { code: 'CLI_ANSWER_NEEDED' },
  })
  const asked = await runDatacortex(['module', 'install', spec, '--root', cwd], elsewhere)
  expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining('index.js') })
  await runJson(['agent', 'run', 'outliner', 'note.md'], { cwd, env, status: 1 })
  expect(await runJson(['module', 'install', spec, '--root', cwd, '--yes'], elsewhere)).toMatchObject({
    changed: false,
  })
  await runJson(['agent', 'run', 'outliner', 'note.md'], { cwd, env })
  // Who said yes to exactly these files is not asked again.
  await runJson(['module', 'install', spec, '--root', cwd], elsewhere)
})

test('an agent that takes Markdown takes no text from what is ingested, unless the settings name it', async () => {
  const cwd = await temporaryCopy(space().root)
  await runJson(['module', 'install', join(sample, 'modules', 'outliner'), '--yes'], { cwd })
  const inbox = join(sample, 'library', 'inbox', 'reading-notes.md')
  const ingested = async (): Promise<unknown> => {
    const { items } = (await runJson(['ingest', inbox, '--no-index'], { cwd })) as {
      items: readonly { title: string; literature_note: string; findings: readonly { code: string }[] }[]
    }
    const [item] = items
    const note = await readFile(join(cwd, item?.literature_note ?? ''), 'utf8')
    return { title: item?.title, isWhole: note.includes('about 2.6 metres high'), findings: item?.findings }
  }
  expect(await ingested()).toEqual({ title: 'Notes on lights at sea', isWhole: true, findings: [] })
  await writeFile(join(cwd, '.datacore/settings.yaml'), 'ingest: {readers: [outliner]}\n')
  await rm(join(cwd, '0-personal/3-knowledge/literature'), { recursive: true })
  expect(await ingested()).toEqual({
    title: 'Outline of reading-notes.md',
    isWhole: false,
    findings: [expect.objectContaining({ code: 'MODULE_READ', message: expect.stringContaining('outliner') })],
  })
})

test('code of a module neither breaks the JSON on stdout nor keeps the command from ending', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(join(cwd, 'noisy'), 'provides: { hooks: [module_installed] }')
  await writeFile(join(cwd, 'noisy/package.json'), '{"type":"module","exports":"./index.js"}')
  const code = `import log from 'node:console'
console.log('at import')
export const plugin = {
  name: 'noisy',
  kind: 'hooks',
  setup() {
    setInterval(() => {}, 2 ** 30)
    return { module_installed() { log.table([{ in: 'the hook' }]) } }
  },
}
`
  await writeFile(join(cwd, 'noisy/index.js'), code)
  const run = await runAlone(['module', 'install', './noisy', '--yes', '--json'], { cwd })
  expect(run).toMatchObject({ status: 0, stderr: expect.stringMatching(/at import[^]*the hook/) })
  expect(JSON.parse(run.stdout)).toMatchObject({ module: 'noisy', hooks: [{}, { module: 'noisy', ok: true }] })
})

async function writeModule(folder: string, provides: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = folder.split('/').at(-1)
  await writeFile(join(folder, 'module.yaml'), `name: ${name}\nversion: 1.0.0\ndescription: A test\n${provides}\n`)
}
