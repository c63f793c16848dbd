import { join } from 'node:path'
import { type SpacePaths, withLock, recordOf } from '@datacortex/platform'
import type { SourceEntry } from '@datacortex/plugin'
import { type DryRun, openYamlFile, writeYamlEntries, yamlEntries } from './yaml-file.ts'

const layout = { top: 'sources', comment: ' Sources of search and research (DIP-0021).' }

/** The owners of all sources in `sources.yaml`: a module's name, or undefined for one that was written by hand. */
export async function readSourceOwners(paths: SpacePaths): Promise<ReadonlyMap<string, string | undefined>> {
  const entries = yamlEntries(await openYamlFile(paths.sourcesFile, layout))
  return new Map(Object.entries(entries).map(([id, entry]) => [id, ownerOf(entry)]))
}

/** Makes a module's sources exactly these; what a person added, such as `enabled: false`, stays. Whether it changed. */
export async function setModuleSources(
  paths: SpacePaths,
  module: string,
  { sources, dryRun }: DryRun & { readonly sources: Readonly<Record<string, SourceEntry>> },
): Promise<boolean> {
  const change = async (): Promise<boolean> => {
    const yaml = await openYamlFile(paths.sourcesFile, layout)
    const present = yamlEntries(yaml)
    const own = Object.keys(present).filter((id) => ownerOf(present[id]) === module)
    const changes = new Map<string, unknown>(own.map((id) => [id, undefined]))
    for (const [id, entry] of Object.entries(sources)) {
      const kept = own.includes(id) ? choices(present[id]) : {}
      changes.set(id, { ...entry, ...kept, module })
    }
    return writeYamlEntries(yaml, changes, { dryRun })
  }
  return dryRun === true ? change() : withLock(join(paths.locksDirectory, 'sources'), change)
}

/**
 * Adds entries of nobody. What already has such a name stays as it is; the names that were added are given back.
 * @example await addSources(paths, { wiki: entry }, {}) // ['wiki']
 */
export async function addSources(
  paths: SpacePaths,
  entries: Readonly<Record<string, unknown>>,
  { dryRun }: DryRun,
): Promise<readonly string[]> {
  const change = async (): Promise<readonly string[]> => {
    const yaml = await openYamlFile(paths.sourcesFile, layout)
    const present = yamlEntries(yaml)
    const added = Object.entries(entries).filter(([id]) => !Object.hasOwn(present, id))
    await writeYamlEntries(yaml, new Map(added), { dryRun })
    return added.map(([id]) => id)
  }
  return dryRun === true ? change() : withLock(join(paths.locksDirectory, 'sources'), change)
}

/** The fields by which a person switches a source on and off. */
function choices(entry: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(recordOf(entry)).filter(([key]) => key === 'enabled' || key === 'opt_in'))
}

function ownerOf(entry: unknown): string | undefined {
  const { module } = recordOf(entry)
  return typeof module === 'string' ? module : undefined
}
