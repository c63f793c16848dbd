import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, readKeptJson, writeKeptJson } from '@datacortex/platform'
import { agentFields } from '../agent-fields.ts'
import type { Registry } from '../registry.ts'
import { readingHash } from './reading-hash.ts'

// Smaller files parse as fast as the cache is read.
const minBytes = 16_000

/**
 * What was read from a file of these bytes before, so that a new process need not parse YAML: 300 ms for 118 agents.
 *
 * @param hash - SHA-256 of the file as it is now.
 * @returns Undefined if there is none, or it is of another file, another program version, or damaged.
 */
export async function readRegistryCache(paths: SpacePaths, hash: string): Promise<Registry | undefined> {
  const stored = await readKeptJson(cacheFile(paths), keyOf(paths, hash))
  if (stored === undefined) return undefined
  const { agents, modules, components, ...others } = stored as Stored
  return { ...others, agents: new Map(agents), modules: new Map(modules), components: new Map(components) }
}

/** Keeps what was read. Not being able to is no error: everything in the cache can be rebuilt. */
export async function writeRegistryCache(paths: SpacePaths, registry: Registry, sizeBytes: number): Promise<void> {
  if (sizeBytes < minBytes) return
  const { agents, modules, components, ...others } = registry
  const stored: Stored = { ...others, agents: [...agents], modules: [...modules], components: [...components] }
  try {
    // Only in what is a space: a folder that is gone must not come back.
    await stat(paths.datacore)
    await writeKeptJson(cacheFile(paths), keyOf(paths, registry.sha256), stored)
  } catch {
    // As said above.
  }
}

type Entries<M> = M extends ReadonlyMap<infer K, infer V> ? readonly (readonly [K, V])[] : never
type MapFields = 'agents' | 'modules' | 'components'
type Stored = Omit<Registry, MapFields> & { readonly [Field in MapFields]: Entries<Registry[Field]> }

function cacheFile({ cacheDirectory }: SpacePaths): string {
  return join(cacheDirectory, 'registry.json')
}

function keyOf({ agentsFile }: SpacePaths, hash: string): string {
  return `datacortex-registry-cache ${readingHash(agentFields)} ${hash} ${JSON.stringify(agentsFile)}`
}
