import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Abi } from 'viem'
import { runForge } from './run-forge.ts'

/** A contract as the compiler made it. */
export type BuiltContract = {
  /** As in its source: `IdentityRegistry`. */
  readonly name: string
  readonly abi: Abi
  /** Creation code. */
  readonly bytecode: `0x${string}`
}

/** The contracts that others use, in the order of the README. */
export const contractNames = ['IdentityRegistry', 'ReputationRegistry', 'ValidationRegistry', 'RegistryProxy'] as const

/**
 * Builds the contracts from nothing, so that what was built before has no part in the result.
 *
 * @throws Error with what forge wrote if it fails.
 */
export async function buildContracts(): Promise<readonly BuiltContract[]> {
  const folder = await mkdtemp(join(tmpdir(), 'contracts-'))
  try {
    const out = join(folder, 'out')
    const places = ['--out', out, '--cache-path', join(folder, 'cache')]
    const run = await runForge(['build', '--skip', 'test', ...places])
    if (run.status !== 0) throw new Error(`forge build ended with ${run.status}:\n${run.stdout}${run.stderr}`)
    return await Promise.all(contractNames.map(async (name) => await readArtifact(name, out)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readArtifact(name: string, out: string): Promise<BuiltContract> {
  const text = await readFile(join(out, `${name}.sol`, `${name}.json`), 'utf8')
  const artifact = JSON.parse(text) as { abi: Abi; bytecode: { object: `0x${string}` } }
  return { name, abi: artifact.abi, bytecode: artifact.bytecode.object }
}
