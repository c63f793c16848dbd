import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runDatacortex, runJson, sample } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** As on a machine for which there are no binaries of these names. */
function without(names: string) {
  const preload = pathToFileURL(join(import.meta.dirname, 'preload/no-binaries.ts')).href
  return { NODE_OPTIONS: `--import ${preload}`, NO_BINARIES: names }
}

const find = ['find', 'my pod keeps crash looping', '--explain', '--min-score', '0', '--top', '3']

test('without a binary of ONNX Runtime its WebAssembly finds the same, and says so', async () => {
  const cwd = await temporaryFolder()
  const env = without('onnxruntime-node')
  // Enough texts for threads.
  const run = await runDatacortex(['init', '--from', join(sample, 'agents')], { cwd, env })
  expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^embedded +\d{3} texts/m) })
  expect(run.stderr).toMatch(/^note {7}no binary of ONNX Runtime runs here \(MODULE_NOT_FOUND\); .*\n$/)
  const found = await runJson(find, { cwd, env })
  expect(found).toMatchObject({ results: [{ id: 'kubernetes-operator' }, {}, {}] })
  expect(await runJson(find, { cwd })).toEqual(Object.assign({}, found, { took_ms: expect.any(Number) }))
})

test('without a binary of LanceDB all works that needs no index, and the rest says why not in a line', async () => {
  const cwd = await temporaryFolder()
  const env = without('^@lancedb/lancedb-')
  const made = await runDatacortex(['init', '--from', join(sample, 'agents'), '--json'], { cwd, env })
  expect(JSON.parse(made.stdout)).toMatchObject({ imported: 13, import: { findable: { problem: expect.any(String) } } })
  expect(made.stderr).toMatch(/^note {7}the agents are registered, and can't be found yet: LanceDB, [^\n]*\n$/)
  for (const args of [['list'], ['agent', 'show', 'translator'], ['status'], ['doctor'], ['note', 'recent']])
    expect(await runDatacortex(args, { cwd, env }), args.join(' ')).toMatchObject({ status: 0, stderr: '' })
  expect(await runJson(['remember', 'Slack water is short.'], { cwd, env })).toMatchObject({ indexed: false })
  for (const args of [find, ['route', 'translate the menu'], ['index']])
    expect(await runJson(args, { cwd, env, status: 1 })).toMatchObject({ error: { code: 'VECTOR_STORE_NO_BINARY' } })
  expect(await runJson(find, { cwd })).toMatchObject({ results: [{ id: 'kubernetes-operator' }, {}, {}] })
})

test('a Node that is too old gets two lines, and no stack', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.9.0' } })`
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(old)}` }
  const run = await runDatacortex(['list'], { cwd: await temporaryFolder(), env })
  expect(run).toMatchObject({ status: 1, stdout: '' })
  expect(run.stderr).toMatch(/^NODE_TOO_OLD {2}[^\n]+\nhint {7}npx -y -p node@24 -- datacortex …\n$/)
})

test('where nothing can be kept between runs it works all the same', async () => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'file'), '')
  const env = { DATACORTEX_CACHE_DIR: join(cwd, 'file/cache'), NODE_COMPILE_CACHE: '' }
  await runJson(['init', '--from', join(sample, 'agents')], { cwd, env })
  expect(await runJson(find, { cwd, env })).toMatchObject({ results: [{ id: 'kubernetes-operator' }, {}, {}] })
})
