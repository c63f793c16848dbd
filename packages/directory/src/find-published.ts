import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import type { AgentEntry, RegisteredAgent, Registry } from '@datacortex/registry'
import { type Finder, openFinder } from '@datacortex/registry/find'
import { type DirectoryCache, type KeptRecord, cachePlace } from './directory-cache.ts'

type FinderOptions = Parameters<typeof openFinder>[1]

/** How the model is opened, and whether somebody waits. */
export type PublishedFinderOptions = Pick<FinderOptions, 'openEmbedder' | 'isAsked' | 'signal' | 'onProgress'>

/**
 * Opens the search for the agents of a cache: by the same rules, model and scale as for those of the space, in an index
 * of its own, so that what does not change is embedded once.
 * @example await using finder = await openPublishedFinder(paths, cache, { openEmbedder })
 */
export async function openPublishedFinder(
  paths: SpacePaths,
  cache: DirectoryCache,
  options: PublishedFinderOptions,
): Promise<Finder> {
  await cache.stamp()
  const place = cachePlace(paths)
  const bodies = new Map<AgentEntry, string>()
  const readAgents: FinderOptions['readAgents'] = async () => {
    const agents = new Map<string, RegisteredAgent>()
    for (const record of cache.all()) {
      const entry = entryOf(record)
      agents.set(record.id, { id: record.id, entry, module: undefined })
      if (record.instructions !== undefined) bodies.set(entry, record.instructions)
    }
    const registry: Registry = { ...nothing, agents }
    const readPrompt = async (entry: AgentEntry): Promise<string | undefined> =>
      await Promise.resolve(bodies.get(entry))
    return await Promise.resolve({ registry, bundled: new Set<string>(), promptFile: () => undefined, readPrompt })
  }
  const own: SpacePaths = {
    ...paths,
    root: place,
    agentsFile: join(place, 'stamp'),
    modulesDirectory: join(place, 'modules'),
    locksDirectory: join(paths.locksDirectory, 'directory'),
    cacheDirectory: place,
  }
  return await openFinder(own, { ...options, readAgents })
}

const nothing: Omit<Registry, 'agents'> = {
  file: '',
  sha256: '',
  modules: new Map(),
  components: new Map(),
  knowledgeLocations: {},
  findings: [],
}

/** A record as what is found by: its texts are compared, and nothing of it is obeyed. */
function entryOf({ id, directory, name, description, skills = [], tags = [] }: KeptRecord): AgentEntry {
  return {
    name,
    description,
    skills: skills.map((skill) => ({ id: skill, name: skill, description: skill, tags: [] })),
    // Texts that somebody copied stay apart from those they are copied from.
    triggers: { tags: [...tags, inDirectory(directory)], after: [id] },
  }
}

/**
 * The tag by which the records of one directory are found alone.
 * @example finder.find('tides', { tags: [inDirectory('catalog')] })
 */
export function inDirectory(name: string): string {
  return `in-directory/${name}`
}
