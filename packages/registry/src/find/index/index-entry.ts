import { type SpacePaths, sha256 } from '@datacortex/platform'
import type { AgentEntry, AgentSkill } from '../../file/agent-entry.ts'
import { madeExamples } from '../../file/made-examples.ts'
import type { Registry, RegisteredAgent } from '../../file/registry.ts'
import { resolveAgent } from '../../file/names/resolve-agent.ts'
import { agentDocument, type AgentUnit, agentUnits, isExample } from '../texts/agent-units.ts'
import { agentTags } from '../texts/agent-tags.ts'

/** What can be found in a space. The prompts and the agents of modules are read by packages above this one. */
export type AgentsToFind = {
  /** With the agents of modules. */
  readonly registry: Registry
  /** Names of the modules that came with the program. */
  readonly bundled: ReadonlySet<string>
  /** Absolute path of the file that a prompt is read from; undefined if there is none. */
  readonly promptFile: (entry: AgentEntry) => string | undefined
  readonly readPrompt: ReadPrompt
}

/** The prompt of an agent; undefined if it has none, or none that may be read. */
export type ReadPrompt = (entry: AgentEntry) => Promise<string | undefined>

/** Reads them; asked only if the index has to be brought in step. */
export type ReadAgentsToFind = (
  paths: SpacePaths,
  options: { readonly bundledDirectory?: string | undefined },
) => Promise<AgentsToFind>

/** What is shown of a found agent; stored beside its document. */
export type AgentCard = Pick<AgentSkill, 'id' | 'name' | 'description' | 'tags'> & {
  readonly module: string | null
  readonly skills: readonly { readonly id: string; readonly name: string }[]
  /** That it is deprecated, and its note. */
  readonly notes: readonly string[]
}

export type IndexEntry = {
  readonly agent: string
  readonly units: readonly AgentUnit[]
  readonly document: string
  /** Units but for the description and its parts, which the identity says already; at least 0. */
  readonly texts: number
  /** Share of examples among these texts, 0–1; 0 if they are too few to tell more than the others do. */
  readonly exampleShare: number
  /** Of all that have these texts. */
  readonly tags: readonly string[]
  /** Of all that have these texts, first the one that speaks for them. */
  readonly cards: readonly AgentCard[]
  /** Changes with anything above. */
  readonly signature: string
}

/** The live agents of a registry as they are indexed, by id; copies with the same texts become one entry. */
export async function indexEntries(
  registry: Registry,
  options: {
    readonly readPrompt?: ReadPrompt | undefined
    readonly utterances?: ReadonlyMap<string, readonly string[]> | undefined
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<readonly IndexEntry[]> {
  const { readPrompt, utterances, signal } = options
  const groups = new Map<string, Group>()
  for (const agent of registry.agents.values()) {
    signal?.throwIfAborted()
    if (agent.entry.removed === true || agent.entry.alias !== undefined) continue
    const body = await readPrompt?.(agent.entry)
    const learned = utterances?.get(agent.id) ?? []
    const key = contentKey(agent, body, learned)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { agents: [agent], body, learned })
    else group.agents.push(agent)
  }
  return [...groups.values()].map((group) => indexEntry(registry, group))
}

type Group = {
  readonly agents: RegisteredAgent[]
  readonly body: string | undefined
  readonly learned: readonly string[]
}

/** Equal for agents that differ only in names, tags and deprecation, and of which the same tasks were confirmed. */
function contentKey(agent: RegisteredAgent, body: string | undefined, learned: readonly string[]): string {
  const { entry } = agent
  const named = entry.skills.filter((skill) => skill.description !== entry.description)
  const { type, description, triggers, name } = entry
  return sha256(
    JSON.stringify([
      type,
      description,
      named,
      triggers,
      madeExamples(entry),
      body?.trim() ?? name,
      learned,
      partsOf(agent),
    ]),
  )
}

function partsOf({ composition }: RegisteredAgent): readonly string[] {
  return (composition?.parts ?? []).map(({ description }) => description)
}

function indexEntry(registry: Registry, { agents, body, learned }: Group): IndexEntry {
  const [lead, ...copies] = agents.toSorted(byStanding)
  if (lead === undefined) throw new Error('A group without agents.')
  const options = { learned, alsoNamed: copies.map((copy) => copy.entry.name), parts: partsOf(lead) }
  const units = agentUnits(lead.entry, body, options)
  const cards = [lead, ...copies].map((agent) => cardOf(agent, registry))
  const texts = units.filter(({ kind }) => kind !== 'description').length
  const content = {
    units,
    document: agentDocument(lead.entry, body, options),
    texts,
    exampleShare: exampleShareOf(units, texts),
    tags: [...new Set(cards.flatMap((card) => card.tags))],
    cards,
  }
  return { agent: lead.id, ...content, signature: sha256(JSON.stringify(content)).slice(0, 16) }
}

function cardOf({ id, entry, module }: RegisteredAgent, registry: Registry): AgentCard {
  return {
    id,
    name: entry.name,
    description: entry.description,
    module: module ?? null,
    skills: entry.skills.map((skill) => ({ id: skill.id, name: skill.name })),
    tags: agentTags(entry),
    notes: resolveAgent(registry, id).notes,
  }
}

/** Who speaks for agents with the same texts: one that is not deprecated, one of the space itself; the order of a file is chance. */
function byStanding(a: RegisteredAgent, b: RegisteredAgent): number {
  const standing = ({ entry, module }: RegisteredAgent): number =>
    (entry.deprecated === true ? 2 : 0) + (module === undefined ? 0 : 1)
  return standing(a) - standing(b) || (a.id < b.id ? -1 : 1)
}

// Beside as many other texts they decide little, and finding would cost a third more.
const leastExampleShare = 0.5

function exampleShareOf(units: readonly AgentUnit[], texts: number): number {
  // An agent may have no text at all.
  const share = texts === 0 ? 0 : units.filter(isExample).length / texts
  return share < leastExampleShare ? 0 : share
}
