import { join, sep } from 'node:path'
import { writeBounds } from '@datacortex/execution'
import { knowledgeFolders } from '@datacortex/knowledge-extractor'
import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { researchPlaces } from '@datacortex/research'

/** The agent that a command is; nobody's `writes` bound what a person saves by hand. */
export type WritingAgent = 'ingest-orchestrator' | 'research-orchestrator'

export type WriteRules = {
  readonly grants: readonly string[]
  readonly refuses: (path: string) => string | undefined
}

export type WriteRulesOptions = {
  readonly registry: Pick<Registry, 'agents' | 'knowledgeLocations'>
  /** Folder such as `0-personal`. */
  readonly space: string
  readonly agent?: WritingAgent | undefined
  /** Absolute paths of files and folders that texts are kept beside. */
  readonly companionsOf?: readonly string[] | undefined
  /** Org files of tasks that asked for research, relative to the root. */
  readonly taskFiles?: readonly string[] | undefined
}

/** The places that a command writes to, and nothing else. */
export function writeRules(
  { root }: SpacePaths,
  { registry, space, agent, companionsOf = [], taskFiles = [] }: WriteRulesOptions,
): WriteRules {
  const { personal, org } = registry.knowledgeLocations
  const { literature, zettel } = knowledgeFolders(space, { personal, org })
  const { inbox, journals, landscape } = researchPlaces(space, { personal, org })
  const grants = [below(literature), below(zettel)]
  if (agent === 'ingest-orchestrator') grants.push(literal(inbox))
  if (agent === 'research-orchestrator') {
    grants.push(`${literal(space)}/content/reports/*`, `${literal(space)}/content/summaries/*`)
    grants.push(`${literal(space)}/org/*.org`, literal(inbox), below(journals), literal(landscape))
    grants.push(...taskFiles.filter((file) => file.startsWith(`${space}/`)).map(literal))
  }
  if (companionsOf.length > 0) grants.push('**/*.md')
  const isNote = (path: string): boolean => [literature, zettel].some((folder) => path.startsWith(`${folder}/`))
  const isBeside = (path: string): boolean => {
    const original = join(root, path.replace(/\.md$/, ''))
    return companionsOf.some(
      (input) => original === input || original.startsWith(`${input.replace(/[/\\]+$/, '')}${sep}`),
    )
  }
  return {
    grants,
    refuses(path) {
      if (companionsOf.length > 0 && !isNote(path) && path !== inbox && !isBeside(path))
        return 'it is not beside a file that is ingested'
      if (agent === undefined) return undefined
      const isOfExtractor = isNote(path) || (agent === 'ingest-orchestrator' && path !== inbox)
      for (const id of isOfExtractor ? [agent, 'knowledge-extractor'] : [agent]) {
        const writes = registry.agents.get(id)?.entry.writes
        const isWithin = writeBounds(writes, registry.knowledgeLocations)
        // A place may be named as it is in the folder that the command writes to, as for runs.
        const inside = path.startsWith(`${space}/`) ? path.slice(space.length + 1) : path
        if (writes === undefined || isWithin(path) || isWithin(inside)) continue
        const places = writes.length === 0 ? 'nothing' : `${writes.join(', ')} only`
        return `the agent ${id} writes to ${places} (\`writes\` of its entry in the registry)`
      }
      return undefined
    },
  }
}

function below(folder: string): string {
  return `${literal(folder)}/**`
}

/** A path that a glob matches as it is. */
export function literal(path: string): string {
  return path.replaceAll(/[?*()[\]{}]/g, '[$&]')
}
