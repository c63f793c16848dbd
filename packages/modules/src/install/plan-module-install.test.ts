import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FilesOnDisk, TemporarySpace } from '../__fixtures__/temporary-space.ts'
import { campaigns, journal, snapshot, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { installModule } from './install-module.ts'
import { type PlanModuleOptions, planModuleInstall } from './plan-module-install.ts'

async function planOf(space: TemporarySpace, files: FilesOnDisk, options: PlanModuleOptions = {}) {
  const folder = await writeFiles(join(space.elsewhere, 'module'), files)
  return planModuleInstall(space.paths, folder, options)
}

const yaml = (text: string): FilesOnDisk => ({ ...campaigns, 'module.yaml': text })
const head = 'name: some-module\nversion: 1.0.0\ndescription: Some\n'

test('says what a module provides and wants, and changes nothing', async () => {
  await using space = await temporarySpace()
  const before = await snapshot(space.paths.root)
  await using plan = await planOf(space, campaigns)
  expect(plan).toMatchObject({
    origin: { kind: 'folder' },
    agents: [
      { id: 'campaign-planner', tags: [':AI:campaign:'] },
      { id: 'campaign-reporter', tags: [] },
    ],
    sources: [{ id: 'mailing-stats', type: 'api' }],
    permissions: { network: ['api.mailing.example'], writes: ['1-*/campaigns/'] },
    code: undefined,
    approved: false,
    files: 3,
    alreadyInstalled: false,
    redFlags: [],
    warnings: [],
  })
  expect(plan.integrity).toMatch(/^sha512-/)
  expect(await snapshot(space.paths.root)).toEqual(before)
})

test('completes an agent from the front matter of its prompt', async () => {
  await using space = await temporarySpace()
  await using plan = await planOf(space, campaigns)
  expect(plan.content.entries['campaign-reporter']).toMatchObject({
    name: 'campaign-reporter',
    description: expect.stringContaining('Reports how a campaign went'),
    source: '.datacore/modules/datacore-campaigns/agents/campaign-reporter.md',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    runtime: { model: 'haiku' },
  })
  expect(plan.content.entries['campaign-planner']).toMatchObject({
    name: 'Campaign Planner',
    source: '.datacore/modules/datacore-campaigns/agents/planner.md',
    skills: [{ id: 'planning' }],
  })
})

test('an agent without a prompt is told, unless a sub-agent of the same id runs it', async () => {
  await using space = await temporarySpace()
  const agents = 'agents: {reader: {description: Reads}, clerk: {description: Writes}}'
  const subagents = 'subagents: {reader: {accepts: [text/csv], description: Reads}}'
  await using plan = await planOf(space, { 'module.yaml': `${head}provides: {${agents}, ${subagents}}\n` })
  expect(plan.warnings).toEqual(['the agent clerk has no prompt'])
})

test('takes agents that are listed by name only', async () => {
  await using space = await temporarySpace()
  await using plan = await planOf(space, yaml(`${head}provides: {agents: [campaign-reporter]}\n`))
  expect(plan.agents).toEqual([{ id: 'campaign-reporter', tags: [] }])
})

test('does not copy what belongs to the author machine', async () => {
  await using space = await temporarySpace()
  await using plan = await planOf(space, { ...campaigns, '.git/config': 'x', 'node_modules/a/index.js': 'x' })
  expect([...plan.content.files.keys()].sort()).toEqual(Object.keys(campaigns).sort())
})

test('marks what a person should see: native code and commands, none of which is run', async () => {
  await using space = await temporarySpace()
  const marker = join(space.elsewhere, 'ran')
  await using plan = await planOf(space, {
    ...yaml(`${head}hooks: {post_install: "touch ${marker}"}
requires: {mcp_servers: {files: {command: npx, args: ["-y", "files\u202e"]}}}
colour: red
dependencies: [other-module, "core@>=1.0.0"]
`),
    'package.json': JSON.stringify({
      version: '2.0.0',
      scripts: { postinstall: `touch ${marker}` },
      dependencies: { lodash: '4' },
    }),
    'build/x.node': 'binary',
  })
  expect(plan.redFlags).toEqual([
    'native code: build/x.node',
    `install script (not run): postinstall: "touch ${marker}"`,
    `shell command (not run): post_install: "touch ${marker}"`,
    String.raw`MCP server (not started): files: "npx -y files\u202e"`,
  ])
  expect(plan.warnings).toEqual([
    'unknown key "colour"',
    'package.json says version 2.0.0, module.yaml 1.0.0',
    'its code may need lodash, which are not installed with it',
    'it depends on the module other-module, which is not installed',
  ])
  expect(await snapshot(space.elsewhere)).not.toHaveProperty('ran')
})

test('names the code that would run, its hooks and the secrets that it is given', async () => {
  await using space = await temporarySpace()
  const text = `${String(journal['module.yaml'])}requires: {env_vars: {required: [A_KEY], optional: [B_KEY]}}\n`
  await using plan = await planOf(space, {
    ...journal,
    'module.yaml': text,
    'lib/a.ts': '',
    'lib/a.d.ts': '',
    'note.md': '',
  })
  expect(plan).toMatchObject({
    code: {
      entry: 'index.js',
      files: ['index.js', 'lib/a.ts', 'line.js'],
      kinds: ['hooks'],
      hooks: ['module_installed'],
    },
    secrets: { required: ['A_KEY'], optional: ['B_KEY'] },
  })
})

test('says whether this user said yes to exactly these files before', async () => {
  await using space = await temporarySpace()
  const { userDirectory } = space
  const isApproved = async (): Promise<readonly boolean[]> => {
    await using plan = await planOf(space, journal, { userDirectory })
    return [plan.alreadyInstalled, plan.approved]
  }
  await using plan = await planOf(space, journal, { userDirectory })
  await installModule(space.paths, plan, { userDirectory })
  expect(await isApproved()).toEqual([true, true])
  // As another user sees a space that came with its modules.
  await rm(userDirectory, { recursive: true })
  expect(await isApproved()).toEqual([true, false])
})

const withAgent = (source: string): FilesOnDisk =>
  yaml(
    `${head}provides:\n  agents:\n    writer: {name: Writer, description: Writes, source: ${JSON.stringify(source)}}\n`,
  )

test.each<[string, FilesOnDisk, string, RegExp]>([
  ['no manifest', { 'README.md': 'x' }, 'MODULE_CONTENT_REFUSED', /no module\.yaml/],
  ['broken YAML', yaml('name: [x\n'), 'PLUGIN_MANIFEST_INVALID', /is no YAML: module\.yaml:\d+:\d+/],
  ['wrong types', yaml('name: 1\nversion: 2\n'), 'PLUGIN_MANIFEST_INVALID', /name.*version.*description/s],
  ['a look-alike name', yaml(head.replace('some', 'sоme')), 'PLUGIN_MANIFEST_INVALID', /name/],
  ['a reserved name', yaml(head.replace('some-module', 'datacortex')), 'MODULE_ID_CLASH', /reserved/],
  ['a device as name', yaml(head.replace('some-module', 'nul')), 'MODULE_ID_CLASH', /reserved/],
  ['a prompt outside', withAgent('../../x.md'), 'MODULE_CONTENT_REFUSED', /leaves the module/],
  ['an absolute prompt', withAgent('/etc/passwd'), 'MODULE_CONTENT_REFUSED', /leaves the module/],
  [
    'a missing prompt',
    withAgent('agents/none.md'),
    'MODULE_CONTENT_REFUSED',
    /none\.md of the agent writer is missing/,
  ],
  ['a missing agent file', yaml(`${head}provides: {agents: [ghost]}\n`), 'MODULE_CONTENT_REFUSED', /agents\/ghost\.md/],
  [
    'an agent without description',
    yaml(`${head}provides: {agents: {a: {name: A}}}\n`),
    'MODULE_CONTENT_REFUSED',
    /no description/,
  ],
  [
    'a hook without code',
    yaml(`${head}provides: {hooks: [module_installed]}\n`),
    'MODULE_CONTENT_REFUSED',
    /names no entry/,
  ],
  [
    'an entry that is not built',
    { ...campaigns, 'package.json': '{"exports":{".":"./dist/index.js"}}' },
    'MODULE_CONTENT_REFUSED',
    /dist\/index\.js that package\.json names is missing/,
  ],
  [
    'an entry outside',
    { ...campaigns, 'package.json': '{"exports":"./../x.js"}' },
    'MODULE_CONTENT_REFUSED',
    /leaves its folder/,
  ],
])('refuses %s', async (_what, files, code, message) => {
  await using space = await temporarySpace()
  const before = await snapshot(space.paths.root)
  await expect(planOf(space, files)).rejects.toThrowError(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  )
  expect(await snapshot(space.paths.root)).toEqual(before)
})

test('says which agent an unreadable field belongs to, and leaves nothing out by itself', async () => {
  await using space = await temporarySpace()
  const files = yaml(`${head}provides: {agents: {one: {description: x, skills: 5}, two: {description: x, skills: 7}}}`)
  await expect(planOf(space, files)).rejects.toMatchObject({
    message: expect.stringMatching(
      /: the agent one: skills should be a list but is 5; the agent two: skills should be a list but is 7\.$/,
    ),
  })
})

test('refuses links, pipes and what is too large in a folder', async () => {
  await using space = await temporarySpace()
  const folder = await writeFiles(join(space.elsewhere, 'module'), campaigns)
  const refused = (message: RegExp): unknown =>
    expect.objectContaining({ code: 'MODULE_CONTENT_REFUSED', message: expect.stringMatching(message) })
  await expect(planModuleInstall(space.paths, folder, { limits: { maxFiles: 2, maxBytes: 1e6 } })).rejects.toThrowError(
    refused(/more than 2 files/),
  )
  await expect(planModuleInstall(space.paths, folder, { limits: { maxFiles: 9, maxBytes: 100 } })).rejects.toThrowError(
    refused(/larger than/),
  )
  await symlink('/etc', join(folder, 'agents', 'etc'))
  await expect(planModuleInstall(space.paths, folder)).rejects.toThrowError(refused(/agents\/etc is a symbolic link/))
  const other = await writeFiles(join(space.elsewhere, 'other'), campaigns)
  execFileSync('mkfifo', [join(other, 'pipe')])
  await expect(planModuleInstall(space.paths, other)).rejects.toThrowError(refused(/pipe is not a regular file/))
})

test('refuses a folder that it may not read', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may read everything')
  await using space = await temporarySpace()
  const folder = await writeFiles(join(space.elsewhere, 'module'), campaigns)
  await chmod(join(folder, 'agents'), 0o000)
  await expect(planModuleInstall(space.paths, folder)).rejects.toThrowError(/agents can't be read: permission denied/)
  await chmod(join(folder, 'agents'), 0o755)
})

test('refuses ids that somebody else has', async () => {
  await using space = await temporarySpace()
  const file = (path: string, text: string) => writeFile(path, text)
  await mkdir(join(space.paths.datacore, 'registry'))
  await file(space.paths.agentsFile, 'agents:\n  campaign-planner: {name: Mine, description: Mine, skills: []}\n')
  await file(space.paths.sourcesFile, 'sources:\n  mailing-stats: {type: api, module: other-module}\n')
  await expect(planOf(space, campaigns)).rejects.toThrowError(
    expect.objectContaining({
      code: 'MODULE_ID_CLASH',
      details: {
        module: 'datacore-campaigns',
        clashes: [
          'the agent campaign-planner belongs to this space, where it was written by hand or imported',
          'the source mailing-stats belongs to the module other-module',
        ],
      },
    }),
  )
})

test('refuses the name and the ids of a module of the program', async () => {
  await using space = await temporarySpace()
  const bundledDirectory = join(space.elsewhere, 'bundled')
  await writeFiles(join(bundledDirectory, 'datacore-campaigns'), campaigns)
  await expect(planOf(space, campaigns, { bundledDirectory })).rejects.toThrowError(
    /belongs to a module of the program/,
  )
  const renamed = String(campaigns['module.yaml']).replace('datacore-campaigns', 'my-campaigns')
  await expect(planOf(space, yaml(renamed), { bundledDirectory })).rejects.toThrowError(
    /the agent campaign-planner belongs to the module datacore-campaigns/,
  )
})

test('stops when it is aborted', async () => {
  await using space = await temporarySpace()
  await expect(planOf(space, campaigns, { signal: AbortSignal.abort() })).rejects.toThrowError(/abort/i)
})
