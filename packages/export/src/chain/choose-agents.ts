import type { SpacePaths } from '@datacortex/platform'
import { readCatalogue } from '@datacortex/modules'
import { type RegisteredAgent, type Registry, readRegistry } from '@datacortex/registry'
import type { Finding } from '@datacortex/errors'
import { selectAgents } from '../publish/select-agents.ts'
import { optionMissing } from './errors.ts'
import type { RegisterOptions } from './register-options.ts'

export type ChosenAgents = {
  readonly registry: Registry
  readonly agents: readonly RegisteredAgent[]
  /** Ids that can't be published. */
  readonly findings: readonly Finding[]
}

/** The agents that were named. What agents.yaml says of identities is read anew. */
export async function chooseAgents(
  paths: SpacePaths,
  { ids, catalogue, bundledDirectory }: Pick<RegisterOptions, 'ids' | 'catalogue' | 'bundledDirectory'>,
): Promise<ChosenAgents> {
  if (ids.length === 0) throw optionMissing('No agent is named', '`datacortex list` shows them.')
  const known = (catalogue ?? (await readCatalogue(paths, { bundledDirectory }))).registry
  // Another process may have recorded identities since the catalogue was read.
  const fresh = await readRegistry(paths)
  const agents = new Map(known.agents)
  for (const [id, agent] of fresh.agents) agents.set(id, agent)
  const registry = { ...known, agents }
  return { registry, ...selectAgents(registry, ids) }
}
