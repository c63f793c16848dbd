import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { contractsFolder, runForge } from './run-forge.ts'

const compiler = join(contractsFolder, 'tools', 'solc.cjs')

test('the Solidity is formatted: run `forge fmt`', async () => {
  const run = await runForge(['fmt', '--check'])
  expect(run.status, run.stdout).toBe(0)
})

test('a failure of forge is told', async () => {
  const run = await runForge(['test', '--no-such-option'])
  expect(run.status).toBe(2)
  expect(run.stderr).toContain('--no-such-option')
})

test('the compiler says its version as the native one does', async () => {
  const manifest = join(contractsFolder, 'node_modules', 'solc', 'package.json')
  const { version: installed } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '--version'])
  const [title, version] = stdout.split('\n')
  expect(title).toMatch(/^solc, /)
  expect(version).toMatch(new RegExp(`^Version: ${installed}\\+`))
})

test('the compiler finds imports in the folders it is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solc-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  const settings = { outputSelection: { '*': { '*': ['abi'] } } }
  const compile = async (path: string): Promise<unknown> => {
    const sources = { 'a.sol': { content: `pragma solidity ^0.8.35; import {IERC165} from "${path}";` } }
    const child = promisify(execFile)(
      process.execPath,
      [compiler, '--base-path', folder, '--include-path', join(contractsFolder, 'node_modules'), '--standard-json'],
      { cwd: folder, maxBuffer: 10_000_000 },
    )
    child.child.stdin?.end(JSON.stringify({ language: 'Solidity', sources, settings }))
    return JSON.parse((await child).stdout)
  }
  const found = await compile('@openzeppelin/contracts/utils/introspection/IERC165.sol')
  expect(found).toMatchObject({
    contracts: { '@openzeppelin/contracts/utils/introspection/IERC165.sol': { IERC165: {} } },
  })
  const missing = await compile('nowhere.sol')
  expect(JSON.stringify(missing)).toContain('nowhere.sol is in none of')
})

test('the compiler refuses what it does not know', async () => {
  await expect(promisify(execFile)(process.execPath, [compiler, '--link'])).rejects.toMatchObject({
    code: 1,
    stderr: 'This compiler knows --version and --standard-json.\n',
  })
})
