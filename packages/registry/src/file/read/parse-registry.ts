import { isRecord, schemaIssues, sha256, recordOf } from '@datacortex/platform'
import { z } from 'zod'
import { registryError } from '../../errors.ts'
import { type Finding, errorFinding, warningFinding } from '@datacortex/errors'
import { readComponents } from '../../components/read-components.ts'
import { describe } from './field-reader.ts'
import { type NormalisationLog, createNormalisationLog } from './normalisation-log.ts'
import { parseRegistryYaml } from './parse-registry-yaml.ts'
import { readEntry } from './read-entry.ts'
import { type ModuleAgents, readModuleAgents } from './read-module-agents.ts'
import type { HookLists, KnowledgeLocations, RegisteredAgent, Registry } from '../registry.ts'

/**
 * Reads the text of an `agents.yaml`.
 * @param options - `file`: its path, for messages; `bytes`: for the hash, the text's own if absent.
 * @throws `REGISTRY_YAML_INVALID` if it is no YAML.
 * @throws `REGISTRY_INVALID` naming every part that has another shape than expected.
 * @example parseRegistry('agents: {}', { file: 'agents.yaml' }).registry
 */
export function parseRegistry(
  text: string,
  { file, bytes }: { readonly file: string; readonly bytes?: Uint8Array | undefined },
) {
  const { document, value, duplicateKeys } = parseRegistryYaml(text, file)
  const root = checkedRoot(value, file)
  const log = createNormalisationLog(file)
  if (isRecord(value)) log.misspells(file, { keys: Object.keys(value), known: rootKeys })
  const own = readAgents(root.agents, log)
  const fromModules = readModuleAgents(root.moduleAgents, log)
  const { agents, clashes } = merge(own, fromModules)
  const knowledge = readKnowledgeLocations(root.knowledgeLocations, file)
  return {
    document,
    view: { agents: new Map([...own].map(([id, { entry }]) => [id, entry])), moduleAgents: fromModules.view },
    registry: {
      file,
      sha256: sha256(bytes ?? text),
      agents,
      modules: modulesOf(fromModules),
      components: readComponents(root.components, { log }),
      knowledgeLocations: knowledge.locations,
      hookLists: root.hookLists,
      findings: [...duplicateKeys, ...clashes, ...knowledge.findings, ...log.findings()],
    },
  }
}

type Raw = Readonly<Record<string, unknown>>
type Root = {
  readonly agents: Raw
  readonly moduleAgents: Raw
  readonly components: Raw
  readonly knowledgeLocations: Raw
  readonly hookLists: Registry['hookLists']
}

const rootKeys = 'version protocol updated defaults profiles agents module_agents components knowledge_locations'.split(
  ' ',
)

function checkedRoot(value: unknown, file: string): Root {
  if (value !== null && value !== undefined && !isRecord(value))
    throw registryError('REGISTRY_INVALID', {
      file,
      issues: [`expected a map with the key "agents", but the file is ${describe(value)}`],
    })
  const root = value ?? {}
  const issues: string[] = []
  const part = (key: string): Raw => {
    const found = root[key]
    if (found === undefined || found === null) return {}
    if (isRecord(found) && !(found instanceof Map) && !(found instanceof Set)) return found
    issues.push(`${key}: expected a map, but it is ${describe(found)}`)
    return {}
  }
  const parts: Root = {
    agents: part('agents'),
    moduleAgents: part('module_agents'),
    components: part('components'),
    knowledgeLocations: part('knowledge_locations'),
    hookLists: readHookLists(root['defaults'], root['profiles']),
  }
  if (issues.length > 0) throw registryError('REGISTRY_INVALID', { file, issues })
  return parts
}

function readAgents(raw: Raw, log: NormalisationLog): ReadonlyMap<string, RegisteredAgent> {
  const agents = new Map<string, RegisteredAgent>()
  for (const [id, value] of Object.entries(raw)) {
    const read = readEntry(id, value, log)
    if (read !== undefined) agents.set(id, { id, ...read })
  }
  return agents
}

// What a person wrote under `agents` wins over what a module declares; among modules the first one wins.
function merge(own: ReadonlyMap<string, RegisteredAgent>, { agents: ofModules }: ModuleAgents) {
  const agents = new Map(own)
  const clashes: Finding[] = []
  for (const agent of ofModules) {
    if (!agents.has(agent.id)) {
      agents.set(agent.id, agent)
      continue
    }
    const winner = own.has(agent.id) ? 'under agents' : `of the module ${agents.get(agent.id)?.module}`
    clashes.push(
      warningFinding('REGISTRY_ID_DUPLICATE', agent.id, {
        message: `${agent.id} is registered twice; the one ${winner} is used, the one of the module ${agent.module} is not.`,
        hint: `Take out the entry that is not wanted, or remove its module: datacortex module remove ${agent.module}`,
      }),
    )
  }
  return { agents, clashes }
}

function modulesOf({ agents, modules }: ModuleAgents): Registry['modules'] {
  return new Map(
    [...modules].map(([name, sourceModule]) => [
      name,
      { sourceModule, agentIds: agents.filter(({ module }) => module === name).map(({ id }) => id) },
    ]),
  )
}

function readKnowledgeLocations(
  raw: Raw,
  file: string,
): { locations: KnowledgeLocations; findings: readonly Finding[] } {
  const result = KnowledgeLocationsSchema.safeParse(raw)
  if (result.success) return { locations: result.data, findings: [] }
  // Paths of other programs stay readable as they are; only the three known parts are left out.
  const { personal: _personal, org: _org, routing: _routing, ...others } = raw
  return {
    locations: others,
    findings: [
      errorFinding('REGISTRY_KNOWLEDGE_LOCATIONS_INVALID', file, {
        message: `knowledge_locations: ${schemaIssues(result.error).join('; ')}. personal, org and routing are left out.`,
        hint: `Correct it in ${file}.`,
      }),
    ],
  }
}

const places = z.record(z.string(), z.string()).optional()
const words = z.array(z.string()).optional()

const KnowledgeLocationsSchema: z.ZodType<KnowledgeLocations> = z.looseObject({
  personal: places,
  org: places,
  routing: z.looseObject({ personal_indicators: words, org_indicators: words }).optional(),
})

function readHookLists(defaults: unknown, profiles: unknown): HookLists | undefined {
  const usual = recordOf(defaults)['hooks']
  const named = Object.entries(recordOf(profiles)).map(([name, profile]) => [name, recordOf(profile)['hooks']])
  if (usual === undefined && named.length === 0) return undefined
  return { ...(usual === undefined ? {} : { defaults: usual }), profiles: Object.fromEntries(named) }
}
