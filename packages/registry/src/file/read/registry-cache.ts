import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, readKeptJson, writeKeptJson, sha256 } from '@datacortex/platform'
import { agentFields } from '../agent-fields.ts'
import { readComponents } from '../../components/read-components.ts'
import type { Registry } from '../registry.ts'
import { createFieldReader } from './field-reader.ts'
import { createNormalisationLog } from './normalisation-log.ts'
import { parseRegistry } from './parse-registry.ts'
import { readEntry } from './read-entry.ts'
import { readModuleAgents } from './read-module-agents.ts'
import { takeTextAsWritten } from './parse-registry-yaml.ts'

// Smaller files parse as fast as the cache is read.
const minBytes = 16_000

/** What was read of a file with this SHA-256 before; parsing takes a new process 300 ms for 118 agents. */
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

const readers = [
  parseRegistry,
  takeTextAsWritten,
  readModuleAgents,
  readComponents,
  readEntry,
  createFieldReader,
  createNormalisationLog,
]

/** Changes with the table of fields and the code that reads them, so that nobody has to raise a number. */
export function readingHash(fields: object): string {
  const text = JSON.stringify([fields, readers], (_, value: unknown) =>
    typeof value === 'function' ? String(value) : value,
  )
  return sha256(text).slice(0, 16)
}
