import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import { onTestFinished, vi } from 'vitest'

/** Keys of anvil's first accounts, which everybody knows. */
export const anvilKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
] as const

/** A space of the running test with agents of these ids. */
export async function chainSpace(ids: readonly string[]): Promise<SpacePaths> {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-chain-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  // Locks of accounts lie there; never in the folder of the one who runs the tests.
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, 'user'))
  const paths = ownPaths((await createSpace(folder)).paths)
  await writeFile(paths.agentsFile, agentsText(ids))
  return paths
}

/** A registry of agents that can be published. */
export function agentsText(ids: readonly string[]): string {
  const entries = ids.map(
    (id) => `  ${id}: # by hand
    name: Agent ${id}
    description: Writes short and plain texts for people who have little time, named ${id}.
    version: 1.0.0
    skills:
      - {id: write, name: Writing, description: Writes texts, tags: [text]}
`,
  )
  return `version: 1.0.0\nagents:\n${entries.join('')}`
}

/** The registry file as text. */
export async function registryText(paths: SpacePaths): Promise<string> {
  return await readFile(paths.agentsFile, 'utf8')
}

/** Options of a run that signs with an account of anvil. */
export function asAccount(index: 0 | 1 | 2 = 0): { readonly allowEnvKey: true } {
  process.env['DATACORTEX_PRIVATE_KEY'] = anvilKeys[index]
  return { allowEnvKey: true }
}
