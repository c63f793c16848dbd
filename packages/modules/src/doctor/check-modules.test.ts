import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readCatalogue } from '../catalogue.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import { type FilesOnDisk, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { installModule } from '../install/install-module.ts'
import { planModuleInstall } from '../install/plan-module-install.ts'
import { syncModules } from '../install/sync-modules.ts'
import { checkModules } from './check-modules.ts'
import { examineCatalogue } from './examine-catalogue.ts'

const manifest = (name: string, more = ''): string => `name: ${name}\nversion: 1.0.0\ndescription: x\n${more}`
const withHook = 'provides: {hooks: [module_installed]}\n'

function moduleOf(name: string, [entry, code]: readonly [string, string]): FilesOnDisk {
  return {
    [`${name}/module.yaml`]: manifest(name, withHook),
    [`${name}/package.json`]: JSON.stringify({ type: 'module', exports: `./${entry}` }),
    [`${name}/${entry}`]: code,
  }
}

async function findingsOf(files: FilesOnDisk, secrets: FilesOnDisk = {}): Promise<readonly string[]> {
  await using space = await temporarySpace()
  await writeFiles(space.paths.modulesDirectory, files)
  await writeFiles(space.paths.envDirectory, secrets)
  await syncModules(space.paths)
  const findings = await checkModules(space.paths, await discoverModules(space.paths))
  expect(existsSync(join(space.paths.root, 'ran'))).toBe(false)
  return findings.map(({ code, severity, subject, message }) => `${severity} ${code} ${subject} ${message}`).sort()
}

test('code that can not be parsed is told, with the line, and none of it is run', async () => {
  const run = "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\n"
  const findings = await findingsOf({
    ...moduleOf('bad-script', ['index.js', `${run}syntax error(\n`]),
    ...moduleOf('bad-types', ['index.ts', `${run}const a: number = ;\n`]),
    ...moduleOf('good-script', ['index.js', `${run}export const plugin = {}\n`]),
    ...moduleOf('good-types', ['index.ts', `${run}export const plugin: object = {}\n`]),
    ...moduleOf('late', ['index.mjs', 'await 1\nthrow new Error("only when it runs")\n']),
  })
  expect(findings).toEqual([
    expect.stringMatching(/^error MODULE_CODE_FAILED bad-script .* set aside: index\.js:3: Unexpected identifier/),
    expect.stringMatching(/^error MODULE_CODE_FAILED bad-types .* set aside: index\.ts:3: /),
  ])
})

test('an entry that is not there is told, also one that nobody names', async () => {
  const findings = await findingsOf({
    'gone/module.yaml': manifest('gone'),
    'gone/package.json': '{"exports":"./dist/index.js"}',
    'nameless/module.yaml': manifest('nameless', withHook),
    'odd/module.yaml': manifest('odd'),
    'odd/package.json': '{"exports":',
    'plain/module.yaml': manifest('plain'),
    'plain/package.json': '{"name":"plain"}',
  })
  expect(findings.filter((finding) => !finding.includes('MODULE_UNREGISTERED'))).toEqual([
    expect.stringMatching(/^error MODULE_CODE_FAILED gone .* dist\/index\.js: /),
    expect.stringMatching(/^error MODULE_CODE_FAILED nameless .* names no entry/),
    expect.stringMatching(/^error PLATFORM_JSON_INVALID odd /),
  ])
})

test('code that may run is tried, and that of nobody who agreed is not run', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  const wrong = "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\nexport const plugin = 1\n"
  const folder = await writeFiles(join(space.elsewhere, 'wrong'), {
    'module.yaml': manifest('wrong', withHook),
    'package.json': '{"type":"module","exports":"./index.js"}',
    'index.js': wrong.replace("'ran'", JSON.stringify(join(space.elsewhere, 'ran'))),
  })
  await using plan = await planModuleInstall(paths, folder)
  await installModule(paths, plan, { userDirectory })
  const codesOf = async (user: string): Promise<readonly string[]> => {
    const { findings } = await examineCatalogue(paths, { userDirectory: user, conditions: ['@datacortex/source'] })
    return findings.filter(({ subject }) => subject === 'wrong').map(({ code }) => code)
  }
  await rm(join(space.elsewhere, 'ran'), { force: true })
  expect(await codesOf(join(space.elsewhere, 'another-user'))).toEqual([])
  expect(existsSync(join(space.elsewhere, 'ran'))).toBe(false)
  expect(await codesOf(userDirectory)).toEqual(['PLUGIN_INVALID'])
})

test('modules and secrets that a module needs and that are not there are told', async () => {
  const needs = 'dependencies: [nonexistent-mod, other, core]\nrequires: {env_vars: {required: [NOPE_KEY, HAD_KEY]}}\n'
  const files = { 'needy/module.yaml': manifest('needy', needs), 'other/module.yaml': manifest('other') }
  expect(await findingsOf(files, { HAD_KEY: 'x' })).toEqual([
    'warning MODULE_DEPENDENCY_MISSING needy it depends on the module nonexistent-mod, which is not there',
    'warning MODULE_SECRET_MISSING needy it needs NOPE_KEY, which is neither in .datacore/env nor set',
  ])
})

test('agents of an installed module that the registry lost are told until they are in it again', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  const agents =
    'provides: {agents: {planner: {name: P, description: plans}, writer: {name: W, description: writes}}}\n'
  await writeFiles(paths.modulesDirectory, { 'team/module.yaml': manifest('team', agents) })
  const lost = async (): Promise<readonly unknown[]> => {
    const { findings } = await examineCatalogue(paths)
    return findings.filter(({ code }) => code === 'MODULE_AGENTS_UNREGISTERED')
  }
  // Nobody installed it yet, which is another finding.
  expect(await lost()).toEqual([])
  await syncModules(paths)
  expect(await lost()).toEqual([])
  for (const lose of [() => writeFile(paths.agentsFile, 'agents: {}\n'), () => rm(paths.agentsFile)]) {
    await lose()
    expect(await lost()).toEqual([
      {
        code: 'MODULE_AGENTS_UNREGISTERED',
        severity: 'warning',
        subject: 'team',
        message: 'it is installed, and agents.yaml lacks its agents planner, writer',
        hint: 'datacortex module sync',
      },
    ])
    await syncModules(paths)
    expect(await lost()).toEqual([])
  }
  // What somebody changed is not registered by a sync, and told as such.
  await rm(paths.agentsFile)
  await writeFiles(paths.modulesDirectory, { 'team/note.md': 'changed' })
  expect(await lost()).toEqual([])
  expect((await readCatalogue(paths)).registry.agents.size).toBe(0)
})

test('sources of an installed module that sources.yaml lost are told until they are in it again', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  const source = '{type: api, tool: t, layers: [search], content_type: documents}'
  await writeFiles(paths.modulesDirectory, {
    'sea/module.yaml': manifest('sea', `provides: {sources: {tides: ${source}, moon: ${source}}}\n`),
  })
  const lost = async (): Promise<readonly unknown[]> => {
    const { findings } = await examineCatalogue(paths)
    return findings.filter(({ code }) => code === 'MODULE_SOURCES_UNREGISTERED').map(({ message }) => message)
  }
  await syncModules(paths)
  expect(await lost()).toEqual([])
  await writeFile(paths.sourcesFile, 'sources:\n  moon: {enabled: false, module: sea}\n')
  expect(await lost()).toEqual(['it is installed, and sources.yaml lacks its source tides'])
  await rm(paths.sourcesFile)
  expect(await lost()).toEqual(['it is installed, and sources.yaml lacks its sources tides, moon'])
  await syncModules(paths)
  expect(await lost()).toEqual([])
})
