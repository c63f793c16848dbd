import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseAbiItem, toEventSelector, toFunctionSelector } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltContract, buildContracts, builtFolder, contractNames } from './build-contracts.ts'
import { coveringTests } from './covering-tests.ts'
import { generatedFiles } from './generated-files.ts'
import { interfaceRows } from './interface-tables.ts'
import { contractsFolder, runForge } from './run-forge.ts'
import { deployedInterface, standardInterface } from './standard-interface.ts'

const isLong = process.env['LONG'] === '1'
let contracts: readonly BuiltContract[] = []

beforeAll(async () => {
  contracts = await buildContracts()
})

test('the tests in Solidity pass', async () => {
  const run = await runForge(['test', ...(isLong ? ['--fuzz-seed', String(randomInt(2 ** 32))] : [])], {
    env: {
      FOUNDRY_PROFILE: isLong ? 'long' : 'default',
      FOUNDRY_OUT: 'out/tests',
      FOUNDRY_CACHE_PATH: 'cache/tests',
      // They try what was just built, so only that has to be optimized.
      FOUNDRY_OPTIMIZER: 'false',
      CONTRACTS_BUILT: relative(contractsFolder, builtFolder),
      // All the runs of foundry.toml take half a minute of the two cores.
      ...(isLong ? {} : { FOUNDRY_FUZZ_RUNS: '64', FOUNDRY_INVARIANT_RUNS: '4' }),
    },
  })
  expect(run.status, `${run.stdout}${run.stderr}`).toBe(0)
  const passed = Number(/(\d+) tests passed, 0 failed, 0 skipped/.exec(run.stdout)?.[1])
  expect(passed).toBeGreaterThanOrEqual(85)
})

test('what is generated is up to date: run `pnpm generate`', async () => {
  const files = await generatedFiles(contracts)
  expect(files.map(({ file }) => file)).toEqual([
    'packages/export/src/abi/identity-registry.generated.ts',
    'packages/export/src/abi/reputation-registry.generated.ts',
    'packages/export/src/abi/validation-registry.generated.ts',
    'packages/export/src/abi/registry-proxy.generated.ts',
    'contracts/README.md',
  ])
  for (const { file, text } of files)
    expect(await readFile(resolve(contractsFolder, '..', file), 'utf8'), file).toBe(text)
})

describe.each(Object.keys(standardInterface))('%s', (name) => {
  const entries = [...(standardInterface[name] ?? []), ...(deployedInterface[name] ?? [])]

  test.each(entries)('%s is there, with selector %s', (declaration, selector) => {
    expect(built(name).abi.map(bare)).toContainEqual(bare(parseAbiItem(declaration)))
    expect(declaration.startsWith('event') ? toEventSelector(declaration) : toFunctionSelector(declaration)).toBe(
      selector,
    )
  })
})

test.each(contractNames)('every function and event of %s has its test', (name) => {
  const rows = interfaceRows(built(name)).filter(({ kind }) => kind !== 'error')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => row.test === '').map(({ signature }) => signature)).toEqual([])
})

test('tests cover what there is', () => {
  const known = new Set(
    contracts.flatMap((contract) => interfaceRows(contract).map(({ signature }) => `${contract.name}.${signature}`)),
  )
  expect([...coveringTests().keys()].filter((one) => !known.has(one))).toEqual([])
})

test.each(contractNames)('%s fits a chain: at most 24,576 bytes of code', (name) => {
  // Creation code is longer than what it leaves on the chain.
  expect((built(name).bytecode.length - 2) / 2).toBeLessThan(24_576)
})

test('the README shows a file for every test it names', async () => {
  const readme = await readFile(join(contractsFolder, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/\[(test\w+)\]\((test\/\w+\.t\.sol)\)/g)]
  expect(named.length).toBeGreaterThan(80)
  for (const [, name = '', file = ''] of named)
    expect(await readFile(join(contractsFolder, file), 'utf8')).toContain(`function ${name}(`)
})

function built(name: string): BuiltContract {
  const contract = contracts.find((one) => one.name === name)
  if (contract === undefined) throw new Error(`${name} was not built`)
  return contract
}

/** In one form: names that are absent are empty, and names of Solidity's own types are left out. */
function bare(entry: unknown): unknown {
  return JSON.parse(
    JSON.stringify(entry, (key, value: unknown) => {
      if (key === 'internalType' || key === 'anonymous') return undefined
      if (key !== '' && typeof value === 'object' && value !== null && 'type' in value)
        return { name: '', indexed: false, ...value }
      return value
    }),
  )
}
