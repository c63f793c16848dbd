import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runJson, sample } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('import, module and find on a fresh machine use no network at all', async () => {
  const cwd = await temporaryFolder()
  const log = join(cwd, 'network.log')
  const unroutable = 'http://192.0.2.1:9'
  const options = {
    cwd,
    // Native code is out of reach of the preload: where the system allows it, there is no network to begin with.
    through: hasNamespaces() ? ['unshare', '-rn'] : undefined,
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'preload/no-network.ts')).href}`,
      NETWORK_LOG: log,
      HTTP_PROXY: unroutable,
      HTTPS_PROXY: unroutable,
      ALL_PROXY: unroutable,
      // An own cache, so that the model is converted here.
      DATACORTEX_CACHE_DIR: join(cwd, 'cache'),
    },
  }
  const agents = ['kubernetes-operator', 'sql-tuner'].map((name) => join(sample, `agents/${name}.md`))
  expect(await runJson(['init', '--from', ...agents], options)).toMatchObject({ imported: 2 })
  expect(await runJson(['module', 'install', join(sample, 'modules/campaigns'), '--yes'], options)).toMatchObject({
    module: 'campaigns',
  })
  expect(await runJson(['agent', 'find', 'my pod keeps crash looping'], options)).toMatchObject({
    results: [{ id: 'kubernetes-operator' }],
  })
  expect(await runJson(['doctor'], options)).toMatchObject({ ok: true })
  expect(await readFile(log, 'utf8').catch(() => '')).toBe('')
})

test('the guard of this file sees a connection', async () => {
  const cwd = await temporaryFolder()
  const guard = pathToFileURL(join(import.meta.dirname, 'preload/no-network.ts')).href
  const code = `import('node:net').then((net) => net.connect(9, '192.0.2.1'))`
  const log = join(cwd, 'network.log')
  const run = spawnSync(process.execPath, ['--import', guard, '-e', code], {
    cwd,
    env: { ...process.env, NETWORK_LOG: log },
  })
  expect(run.status).not.toBe(0)
  expect(await readFile(log, 'utf8')).toBe('connect\n')
})

function hasNamespaces(): boolean {
  return spawnSync('unshare', ['-rn', 'true']).status === 0
}
