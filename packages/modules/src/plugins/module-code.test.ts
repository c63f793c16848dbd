import { appendFile, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installer, installInProcess, runScript, startInstaller, url } from '../__fixtures__/install-process.ts'
import type { FilesOnDisk, TemporarySpace } from '../__fixtures__/temporary-space.ts'
import { campaigns, journal, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { installModule } from '../install/install-module.ts'
import { planModuleInstall } from '../install/plan-module-install.ts'

// A process takes most of the time of an installation.
let installer: Installer
beforeAll(() => void (installer = startInstaller()))
afterAll(async () => await installer[Symbol.asyncDispose]())

const folder = (space: TemporarySpace, name: string, files: FilesOnDisk): Promise<string> =>
  writeFiles(join(space.elsewhere, name), files)

/** Installs in this process, where the test runner does not let the module's code import anything. */
async function installHere(space: TemporarySpace, spec: string): Promise<void> {
  await using plan = await planModuleInstall(space.paths, spec)
  await installModule(space.paths, plan, { userDirectory: space.userDirectory })
}

const journalOf = (space: TemporarySpace): Promise<string> =>
  readFile(join(space.paths.stateDirectory, 'modules', 'hook-journal', 'journal'), 'utf8')

/** The journal module with another body of its entry. */
const withCode = (code: string): FilesOnDisk => ({ ...journal, 'index.js': code })

test('hooks are told after everything is in place, the new module too, and closed afterwards', async () => {
  await using space = await temporarySpace()
  const specs = [await folder(space, 'journal', journal), await folder(space, 'campaigns', campaigns)]
  const { result, stderr } = await installInProcess(space, specs)
  expect(stderr).toBe('')
  expect(result).toMatchObject([
    { module: 'hook-journal', reports: [{ module: 'hook-journal', ok: true }] },
    { module: 'datacore-campaigns', reports: [{ module: 'hook-journal', ok: true }] },
  ])
  expect(await journalOf(space)).toBe('hook-journal 1.0.0\nclosed\ndatacore-campaigns 1.2.0\nclosed\n')
})

test('an upgrade runs all of the new code in the same process', async () => {
  await using space = await temporarySpace()
  const next = { ...journal, 'line.js': "export const line = () => 'new code\\n'\n" }
  const specs = [await folder(space, 'old', journal), await folder(space, 'new', next)]
  const result = await installer.install(space, specs)
  expect(result).toMatchObject([{ reports: [{ ok: true }] }, { reports: [{ ok: true }] }])
  expect(await journalOf(space)).toBe('hook-journal 1.0.0\nclosed\nnew code\nclosed\n')
})

test('code whose files were changed is not run until it is installed in place', async () => {
  await using space = await temporarySpace()
  await installHere(space, await folder(space, 'journal', journal))
  const place = join(space.paths.modulesDirectory, 'hook-journal')
  await appendFile(join(place, 'line.js'), '// changed\n')
  const result = await installer.install(space, [await folder(space, 'campaigns', campaigns), place])
  expect(result).toMatchObject([
    { reports: [{ ok: false, code: 'MODULE_INTEGRITY_CHANGED' }] },
    { changed: true, reports: [{ ok: true }] },
  ])
})

test('code that came with a space and was not approved by this user is not run', async () => {
  await using space = await temporarySpace()
  await installHere(space, await folder(space, 'journal', journal))
  await rm(space.userDirectory, { recursive: true })
  await mkdir(space.userDirectory)
  const result = await installer.install(space, [await folder(space, 'campaigns', campaigns)])
  expect(result).toMatchObject([{ changed: true, reports: [{ ok: false, code: 'MODULE_NOT_APPROVED' }] }])
})

const plugin = (body: string, { kind = 'hooks', name = 'NAME' } = {}): string =>
  `export const plugin = { name: '${name}', kind: '${kind}', setup: () => { ${body} } }`

const failures: readonly (readonly [what: string, code: string, expected: string, message: RegExp])[] = [
  ['throws while it is imported', 'throw new Error("no luck")', 'MODULE_CODE_FAILED', /no luck/],
  [
    'never ends its import',
    'await new Promise(() => letTimePass())',
    'MODULE_CODE_FAILED',
    /importing it took longer than 5000 ms/,
  ],
  ['imports what is not there', "import 'left-pad'", 'MODULE_CODE_FAILED', /left-pad/],
  ['exports no plugin', 'export const other = 1', 'PLUGIN_INVALID', /does not export `plugin`/],
  ['calls itself otherwise', plugin('', { name: 'other' }), 'PLUGIN_INVALID', /calls itself "other"/],
  ['is of an unknown kind', plugin('', { kind: 'magic' }), 'PLUGIN_INVALID', /"magic" is none of/],
  ['throws in setup', plugin('throw new Error("no luck")'), 'MODULE_CODE_FAILED', /no luck/],
  [
    'never ends its setup',
    plugin('return new Promise(() => letTimePass())'),
    'MODULE_CODE_FAILED',
    /starting it took longer/,
  ],
  ['does not handle its hook', plugin('return {}'), 'PLUGIN_INVALID', /hook module_installed, which its code/],
  ['is of another kind', plugin('return { search() {} }', { kind: 'source' }), 'MODULE_CODE_FAILED', /of kind source/],
  ['lacks what its kind needs', plugin('return {}', { kind: 'runner' }), 'PLUGIN_INVALID', /no function run/],
  [
    'throws in its hook',
    plugin('return { module_installed() { throw new Error("no luck") } }'),
    'MODULE_CODE_FAILED',
    /no luck/,
  ],
  [
    'never ends its hook',
    plugin('return { module_installed: () => new Promise(() => letTimePass()) }'),
    'MODULE_CODE_FAILED',
    /the hook module_installed took longer than 5000 ms/,
  ],
  [
    'changes what it is told',
    plugin('return { module_installed(payload) { payload.module = "x" } }'),
    'MODULE_CODE_FAILED',
    /read only/,
  ],
  [
    'never ends its end',
    plugin('return { module_installed() {}, [Symbol.asyncDispose]: () => new Promise(() => letTimePass()) }'),
    'MODULE_CODE_FAILED',
    /ending it took longer than 5000 ms/,
  ],
  ['works', plugin('return { module_installed() {} }'), '', /^$/],
]

test('a module that breaks its contract is set aside with the reason, and the next ones are told', async () => {
  await using space = await temporarySpace()
  const bundled = join(space.elsewhere, 'bundled')
  const nameOf = (index: number): string => `hook-${String(index).padStart(2, '0')}`
  for (const [index, [, code]] of failures.entries()) {
    const name = nameOf(index)
    await writeFiles(join(bundled, name), {
      'module.yaml': String(journal['module.yaml']).replace('hook-journal', name),
      'package.json': String(journal['package.json']),
      'index.js': code.replace('NAME', name),
    })
  }
  const payload = { module: 'x', version: '1.0.0', agents: [], sources: [], installedAt: '2026-01-01T00:00:00.000Z' }
  // The clock of that process stands still, but for code that never ends.
  const script = `
    import { mock } from 'node:test'
    import { discoverModules } from ${url('discover/discover-modules.ts')}
    import { emitHook } from ${url('plugins/emit-hook.ts')}
    import { ownPaths, spacePaths } from ${JSON.stringify(import.meta.resolve('@datacortex/platform'))}
    const paths = ownPaths(spacePaths(${JSON.stringify(space.paths.root)}))
    const { modules } = await discoverModules(paths, { bundledDirectory: ${JSON.stringify(bundled)} })
    mock.timers.enable({ apis: ['setTimeout'] })
    globalThis.letTimePass = () => setImmediate(() => mock.timers.tick(5000))
    const reports = await emitHook('module_installed', ${JSON.stringify(payload)}, { paths, modules })
    console.log(JSON.stringify(reports.map(({ module, ok, error }) => ({ module, ok, code: error?.code ?? '', message: error?.message ?? '' }))))`
  const { result } = await runScript(script, { space, environment: { DATACORTEX_PATIENCE: '' } })
  expect(result).toEqual(
    failures.map(([, , code, message], index) => {
      return { module: nameOf(index), ok: code === '', code, message: expect.stringMatching(message) }
    }),
  )
})

test('settings of the manifest reach the code, checked by its schema', async () => {
  await using space = await temporarySpace()
  const code = `import { z } from 'zod'
import { appendFileSync } from 'node:fs'
export const plugin = { name: 'hook-journal', kind: 'hooks', config: z.object({ greeting: z.string() }),
  setup: ({ config, dataDir, now }) => ({ module_installed: () => appendFileSync(dataDir + '/journal', config.greeting + typeof now()) }) }`
  const yaml = String(journal['module.yaml'])
  const good = {
    ...withCode(code),
    'module.yaml': `${yaml}settings: {greeting: {description: Word, default: hello}}\n`,
  }
  const bad = { ...withCode(code), 'module.yaml': `${yaml}settings: {greeting: 1}\n` }
  const result = await installer.install(space, [await folder(space, 'good', good), await folder(space, 'bad', bad)])
  expect(result).toMatchObject([{ reports: [{ ok: true }] }, { reports: [{ ok: false, code: 'PLUGIN_INVALID' }] }])
  expect(await journalOf(space)).toBe('hellonumber')
})

test('secrets and hosts: those that the manifest or the caller grants, no others', async () => {
  await using space = await temporarySpace()
  const code = `import { appendFileSync } from 'node:fs'
const tried = (promise) => promise.then((value) => String(value), (error) => error.code)
export const plugin = { name: 'hook-journal', kind: 'hooks', setup: ({ secret, fetch, dataDir }) => ({
  async module_installed() {
    const answers = [await tried(secret('MODEL_KEY')), await tried(secret('OTHER_KEY')), await tried(fetch('http://other.invalid/'))]
    appendFileSync(dataDir + '/journal', answers.join(' '))
  } }) }`
  await writeFiles(space.paths.envDirectory, { MODEL_KEY: 'of the model\n', OTHER_KEY: 'of another\n' })
  const yaml = `${String(journal['module.yaml'])}permissions: {env: [MODEL_KEY]}\n`
  await installer.install(space, [await folder(space, 'good', { ...withCode(code), 'module.yaml': yaml })])
  const answers = 'of the model MODULE_SECRET_REFUSED MODULE_NETWORK_REFUSED'
  expect(await journalOf(space)).toBe(answers)
  // A lock file that came with a space grants nothing that the approved files do not ask for.
  const locked = await readFile(space.paths.modulesLockFile, 'utf8')
  const wider = locked
    .replace(/- MODEL_KEY/, '- MODEL_KEY\n        - OTHER_KEY')
    .replace('network: []', "network: ['*']")
  expect(wider).toContain('OTHER_KEY')
  expect(wider).toContain("network: ['*']")
  await writeFiles(space.paths.datacore, { 'modules.lock.yaml': wider })
  await installer.install(space, [await folder(space, 'campaigns', campaigns)])
  expect(await journalOf(space)).toBe(`${answers}${answers}`)
})

test.each([
  ["import 'tiny-dep'", 'tiny-dep'],
  ["import '../../../helper.mjs'", '../../../helper.mjs'],
  ["import { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('tiny-dep')", 'tiny-dep'],
  ["import 'data:text/javascript,globalThis.x=1'", 'data:text/javascript,globalThis.x=1'],
  ["await import('./line.js')\nawait import('../../../helper.mjs')", '../../../helper.mjs'],
])('code imports nothing that was not approved with it: %s', async (imports, specifier) => {
  await using space = await temporarySpace()
  await writeFiles(space.paths.root, {
    'node_modules/tiny-dep/package.json': '{"name":"tiny-dep","version":"1.0.0","exports":"./index.cjs"}',
    'node_modules/tiny-dep/index.cjs': '',
    'helper.mjs': '',
  })
  const code = `${imports}\n${plugin('return { module_installed() {} }', { name: 'hook-journal' })}`
  const result = await installer.install(space, [await folder(space, 'journal', withCode(code))])
  expect(result).toMatchObject([
    {
      reports: [
        {
          ok: false,
          code: 'MODULE_IMPORT_REFUSED',
          message: expect.stringContaining(
            `index.js of an installed module may not import ${JSON.stringify(specifier)}`,
          ),
        },
      ],
    },
  ])
})

test('a space that is reached through a link runs the same code', async () => {
  await using space = await temporarySpace()
  const link = join(space.elsewhere, 'desk')
  await symlink(space.paths.root, link)
  const linked = { ...space, paths: ownPaths(spacePaths(link)) }
  const bad = withCode(
    `import '../../../helper.mjs'\n${plugin('return { module_installed() {} }', { name: 'hook-journal' })}`,
  )
  await writeFiles(space.paths.root, { 'helper.mjs': '' })
  const result = await installer.install(linked, [
    await folder(space, 'good', journal),
    await folder(space, 'bad', bad),
  ])
  expect(result).toMatchObject([{ reports: [{ ok: true }] }, { reports: [{ code: 'MODULE_IMPORT_REFUSED' }] }])
})
