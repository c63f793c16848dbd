import { type SpacePaths, readTextFile, sha256, platformError, whileUnchanged } from '@datacortex/platform'
import { parseRegistry } from './parse-registry.ts'
import type { Registry } from '../registry.ts'
import { readRegistryCache, writeRegistryCache } from './registry-cache.ts'

// 800 agents take about 1 MB; whatever is larger than this is no registry.
const maxBytes = 50_000_000

/**
 * Reads the registry of a space as it is written by hand, by import, or by Datacore.
 *
 * Deviations from the strict form are normalised and reported in `findings`; a broken entry is left out and reported,
 * and the others stay readable. An absent file is an empty registry. What was read is kept in the cache of the space,
 * under the hash of the file, because parsing is slow in a new process.
 * @throws `PLATFORM_FILE_UNREADABLE` if the file is larger than 50 MB, binary, not UTF-8, or may not be read.
 * @throws `REGISTRY_YAML_INVALID` with file, line, column and the line itself if it is no YAML.
 * @throws `REGISTRY_INVALID` naming every part of a wrong shape.
 * @example (await readRegistry(paths)).agents.get('writer')?.entry.description
 * @see DIP-0016 §1
 */
export async function readRegistry(paths: SpacePaths): Promise<Registry> {
  return await known(paths.agentsFile, async () => await readOrParse(paths))
}

const known = whileUnchanged<Registry>()

async function readOrParse(paths: SpacePaths): Promise<Registry> {
  const { text, bytes } = await readRegistryText(paths.agentsFile)
  const cached = await readRegistryCache(paths, sha256(bytes))
  if (cached !== undefined) return cached
  const { registry } = parseRegistry(text, { file: paths.agentsFile, bytes })
  await writeRegistryCache(paths, registry, bytes.length)
  return registry
}

/** Reads the bytes of a registry; an absent file has none. Throws `PLATFORM_FILE_UNREADABLE` as readRegistry. */
export async function readRegistryText(file: string) {
  const read = await readTextFile(file, { maxBytes })
  if (read.ok) return { ...read, digest: sha256(read.bytes) }
  if (read.code === 'ENOENT') return { text: '', bytes: new Uint8Array(), digest: 'absent' }
  throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: read.reason })
}
