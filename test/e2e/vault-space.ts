import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll } from 'vitest'
import { madeOnce } from './made-once.ts'
import { runJson } from './one-process.ts'
import { trustAll } from './trust-all.ts'
import { temporaryCopy } from './temporary-folder.ts'

const vault = fileURLToPath(new URL('../fixtures/vault', import.meta.url))

/** Notes in the vault of the fixtures. */
export const amount = 17

/** A result, as far as tests look at it. */
export type SearchResult = {
  readonly id: string
  readonly path?: string
  readonly title: string
  readonly type: string
  readonly score: number
  readonly hop: number
}
/** What `search --json` prints. */
export type SearchDocument = { readonly results: readonly SearchResult[]; readonly paths?: unknown }

/** The vault of the fixtures as a space, made once for all test files; each test takes copies, gone when it ends. */
export type VaultSpace = {
  /** The folder of a copy that has no index yet. */
  readonly fresh: () => Promise<string>
  /** The folder of a copy whose notes are all in its index. */
  readonly indexed: () => Promise<string>
}

/** The space for the tests of a file: to index it for each takes long. */
export function useVaultSpace(): VaultSpace {
  let folder = ''
  beforeAll(async () => {
    folder = (await madeOnce('vault', makeVault)).root
  })
  return {
    fresh: async () => await temporaryCopy(join(folder, 'fresh')),
    indexed: async () => await temporaryCopy(join(folder, 'indexed')),
  }
}

async function makeVault(folder: string): Promise<void> {
  await cp(vault, join(folder, 'fresh'), { recursive: true })
  await runJson(['init'], { cwd: join(folder, 'fresh') })
  await cp(join(folder, 'fresh'), join(folder, 'indexed'), { recursive: true, preserveTimestamps: true })
  await trustAll(join(folder, 'indexed'))
  await runJson(['index'], { cwd: join(folder, 'indexed') })
}

/** The results of one search. */
export async function searchResults(args: readonly string[], cwd: string): Promise<readonly SearchResult[]> {
  return ((await runJson(['search', ...args], { cwd })) as SearchDocument).results
}

/** Stores a session memory and gives back its id. */
export async function remember(
  cwd: string,
  options: {
    readonly text: string
    readonly source?: string
    readonly tags?: string
    readonly more?: readonly string[]
  },
): Promise<string> {
  const { text, source, tags, more = [] } = options
  const optional = [
    ...(source === undefined ? [] : ['--source', source]),
    ...(tags === undefined ? [] : ['--tags', tags]),
  ]
  const args = ['embed', '--text', text, '--type', 'session-memory', ...optional, ...more]
  const { id } = (await runJson(args, { cwd })) as { readonly id: string }
  return id
}
