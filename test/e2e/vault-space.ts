import { fileURLToPath } from 'node:url'
import { runJson } from './run-datacortex.ts'
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

/** A space with a copy of the vault of the fixtures, not indexed yet; gone when the test ends. */
export async function vaultSpace(): Promise<string> {
  const cwd = await temporaryCopy(vault)
  await runJson(['init'], { cwd })
  return cwd
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
