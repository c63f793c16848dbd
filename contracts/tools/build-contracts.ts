import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Abi } from 'viem'
import { contractsFolder, runForge } from './run-forge.ts'

export type BuiltContract = {
  /** As in its source: `IdentityRegistry`. */
  readonly name: string
  readonly abi: Abi
  /** Creation code. */
  readonly bytecode: `0x${string}`
}

/** The contracts that others use, in the order of the README. */
export const contractNames = ['IdentityRegistry', 'ReputationRegistry', 'ValidationRegistry', 'RegistryProxy'] as const

/** Where {@link buildContracts} leaves what it built. */
export const builtFolder: string = join(contractsFolder, 'out', 'built')

/**
 * Builds the contracts from nothing, so that what was built before has no part in the result.
 * @throws Error with what forge wrote if it fails.
 */
export async function buildContracts(): Promise<readonly BuiltContract[]> {
  await rm(builtFolder, { recursive: true, force: true })
  const places = ['--out', builtFolder, '--cache-path', join(contractsFolder, 'cache', 'built')]
  const run = await runForge(['build', '--skip', 'test/**', '--force', ...places])
  if (run.status !== 0) throw new Error(`forge build ended with ${run.status}:\n${run.stdout}${run.stderr}`)
  return await Promise.all(contractNames.map(readArtifact))
}

async function readArtifact(name: string): Promise<BuiltContract> {
  const text = await readFile(join(builtFolder, `${name}.sol`, `${name}.json`), 'utf8')
  const artifact = JSON.parse(text) as { abi: Abi; bytecode: { object: `0x${string}` } }
  return { name, abi: artifact.abi, bytecode: artifact.bytecode.object }
}
