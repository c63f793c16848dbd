import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { runDatacortex as runAlone, runJson as runJsonAlone, startDatacortex } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const hooks = (name: string, handler = ''): string =>
  `export const plugin = { name: '${name}', kind: 'hooks', setup: () => ({ module_installed() { ${handler} } }) }\n`

// It leaves the processor to other tests.
const neverYields = 'while (true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)\n'

test('code that never yields is told by name at the installation, and nothing of it stays', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(cwd, 'loop', neverYields)
  const ignored = /^(?:\.datacore\/state|\.test-config|loop)/
  const before = await fingerprint(cwd, ignored)
  // This module is to be late: with the limit of an ordinary machine.
  const env = { DATACORTEX_PATIENCE: '' }
  expect(await runJson(['module', 'install', './loop', '--yes'], { cwd, env, status: 1 })).toMatchObject({
    error: {
      code: 'MODULE_CODE_REFUSED',
      message: expect.stringMatching(/^The module loop was not installed.* importing it took longer than 10000 ms\.$/),
    },
  })
  expect(await fingerprint(cwd, ignored)).toEqual(before)
})

test.skipIf(process.platform === 'win32')('a hook that never yields keeps nobody from ending the program', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(cwd, 'later', hooks('later', neverYields))
  const { child, ended } = startDatacortex(['module', 'install', './later', '--yes'], {
    cwd,
    env: { DATACORTEX_PATIENCE: '' },
  })
  child.stderr?.on('data', (text: string) => {
    if (text.includes('has not yielded')) child.kill('SIGINT')
  })
  expect(await ended).toMatchObject({
    status: null,
    signal: 'SIGINT',
    stderr: expect.stringContaining('Ctrl-C ends it'),
  })
  expect(await runJson(['module', 'list'], { cwd })).toMatchObject({ modules: expect.any(Array) })
})

test('what a module fails at where nobody waits for it stops nothing, and an end by it is no success', async () => {
  const cwd = await temporaryCopy(space().root)
  const later = 'for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)'
  const strays = "Promise.reject(new Error('no tide')); setImmediate(() => { throw { odd: 1 } })"
  await writeModule(cwd, 'stray', hooks('stray', `return (async () => { ${strays}; ${later} })()`))
  const { status, stdout, stderr } = await runAlone(['module', 'install', './stray', '--yes'], { cwd })
  const line = 'warning    code of a module failed where nothing waits for it:'
  expect({ status, stderr }).toEqual({ status: 0, stderr: `${line} no tide\n${line} {"odd":1}\n` })
  expect(stdout).toContain('installed  stray 1.0.0')

  await runJson(['module', 'remove', 'stray', '--yes'], { cwd })
  await writeModule(cwd, 'quitter', hooks('quitter', 'process.exit(0)'))
  expect(await runJsonAlone(['module', 'install', './quitter', '--yes'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'CLI_ENDED_BY_MODULE', hint: expect.stringContaining('process.exit') },
  })
})

test('a check tells what is wrong, asks before code runs, and changes nothing', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(cwd, 'odd', hooks('even'))
  const before = await fingerprint(cwd, /^\.datacore\/state/)
  expect(await runJson(['module', 'check', './odd'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'CLI_ANSWER_NEEDED' },
  })
  expect(await runJson(['module', 'check', './odd', '--yes'], { cwd, status: 1 })).toMatchObject({
    module: 'odd',
    ok: false,
    findings: [{ code: 'PLUGIN_INVALID', severity: 'error', message: expect.stringContaining('calls itself "even"') }],
  })
  const shown = await runDatacortex(['module', 'check', './odd', '--yes'], { cwd })
  expect(shown).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^error +PLUGIN_INVALID[^]*\nnot ok {3}odd 1\.0\.0\n$/),
  })
  expect(await runJson(['module', 'check', 'od'], { cwd, status: 1 })).toMatchObject({
    error: { code: 'MODULE_NOT_INSTALLED' },
  })
  await writeFile(join(cwd, 'odd/module.yaml'), 'name: odd\nversion: one\n')
  expect(await runJson(['module', 'check', './odd', '--yes'], { cwd, status: 1 })).toMatchObject({
    ok: false,
    findings: [{ code: 'PLUGIN_MANIFEST_INVALID' }],
  })
  expect(await fingerprint(cwd, /^(?:\.datacore\/state|odd)/)).toEqual(
    Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith('odd'))),
  )
})

test('an installed module is checked by its name, and its code does not run where nobody approved it', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(cwd, 'good', hooks('good'))
  await runJson(['module', 'install', './good', '--yes'], { cwd })
  expect(await runJson(['module', 'check', 'good'], { cwd })).toMatchObject({ ok: true, findings: [] })
  const env = { DATACORTEX_CONFIG_DIR: join(cwd, '.another-user') }
  expect(await runJson(['module', 'check', 'good'], { cwd, env, status: 1 })).toMatchObject({
    ok: false,
    findings: [{ code: 'MODULE_NOT_APPROVED' }],
  })
})

test('what can not be parsed is told with file and line alike, at the installation and by doctor', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(cwd, 'wrong', hooks('wrong'))
  await runJson(['module', 'install', './wrong', '--yes'], { cwd })
  const broken = join(cwd, 'wrong/index.js')
  await writeFile(broken, 'const a = 1\nconst b = => 2\n')
  const place = /index\.js:2: Unexpected token '=>'/
  expect((await runDatacortex(['module', 'install', './wrong', '--yes'], { cwd })).stderr).toMatch(place)
  // What was installed before is still there, and works.
  expect(await runJson(['module', 'check', 'wrong'], { cwd })).toMatchObject({ ok: true })
  await writeFile(join(cwd, '.datacore/modules/wrong/index.js'), await readFile(broken))
  expect((await runDatacortex(['doctor'], { cwd })).stdout).toMatch(place)
})

test('hooks that fail at an installation are told once, those of other modules in one line', async () => {
  const cwd = await temporaryCopy(space().root)
  for (const name of ['first', 'second', 'third']) {
    await writeModule(cwd, name, hooks(name, "throw new Error('no moon')"))
    if (name !== 'third') await runJson(['module', 'install', `./${name}`, '--yes'], { cwd })
  }
  const { stdout, stderr, status } = await runDatacortex(['module', 'install', './third', '--yes'], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.split('\n').filter((line) => line.startsWith('warning'))).toEqual([
    'warning    its hook failed: The code of the module third was set aside: no moon.',
    'warning    hooks of other modules failed: first, second; datacortex doctor says more',
  ])
})

test('changed files of one version are called that, and no removal is offered as the undoing of an upgrade', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(cwd, 'good', hooks('good'))
  const first = await runDatacortex(['module', 'install', './good', '--yes'], { cwd })
  expect(first.stdout).toContain('undo       datacortex module remove good')
  await appendFile(join(cwd, 'good/index.js'), '// changed\n')
  const { stdout } = await runDatacortex(['module', 'install', './good', '--yes'], { cwd })
  expect(stdout).toContain('good 1.0.0 (changed files, same version)')
  expect(stdout).not.toContain('undo')
  expect(await runJson(['module', 'remove', 'good', '--yes'], { cwd })).toMatchObject({ removed: 'good' })
})

test('a module of agents may bring code that is no plugin, which is not run', async () => {
  const cwd = await temporaryCopy(space().root)
  await writeModule(cwd, 'team', "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\n")
  const agents = 'provides: {agents: {tide-clerk: {description: Tells tides}}}'
  await writeFile(join(cwd, 'team/module.yaml'), `name: team\nversion: 1.0.0\ndescription: A test\n${agents}\n`)
  expect(await runJson(['module', 'install', './team', '--yes'], { cwd })).toMatchObject({ agents: ['tide-clerk'] })
  expect(await runJson(['doctor'], { cwd })).toMatchObject({ ok: true })
  expect(Object.keys(await fingerprint(cwd))).not.toContain('ran')
})

async function writeModule(cwd: string, name: string, code: string): Promise<void> {
  await mkdir(join(cwd, name), { recursive: true })
  const files = {
    'module.yaml': `name: ${name}\nversion: 1.0.0\ndescription: A test\nprovides: {hooks: [module_installed]}\n`,
    'package.json': '{"type":"module","exports":"./index.js"}',
    'index.js': code,
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(cwd, name, file), text)
}
