import { type Registry, currentId, foldedId } from '@datacortex/registry'
import { type TriggerOwner, compareOwners, ownerOf } from '../trigger-owner.ts'

type IndexedCommand = {
  readonly owner: TriggerOwner
  /** As the entry writes it. */
  readonly command: string
}

export type CommandMatch = {
  /** The word of the task. */
  readonly matched: string
  /** The one that takes it first. */
  readonly owners: readonly IndexedCommand[]
  /** Agents that are as entitled to it as the first one, which is among them, by the ids that they have now. */
  readonly equals: readonly string[]
}

/** `triggers.commands` of a registry, by the word that follows the slash. */
export class CommandIndex {
  readonly #commands: ReadonlyMap<string, Omit<CommandMatch, 'matched'>>

  constructor(registry: Registry) {
    const commands = new Map<string, Map<string, IndexedCommand>>()
    let order = 0
    for (const agent of registry.agents.values())
      for (const command of agent.entry.triggers?.commands ?? []) {
        const key = keyOf(command)
        const owners = commands.get(key) ?? new Map<string, IndexedCommand>()
        if (!owners.has(agent.id)) owners.set(agent.id, { owner: ownerOf(agent, order++), command })
        commands.set(key, owners)
      }
    commands.delete('')
    this.#commands = new Map([...commands].map(([key, owners]) => [key, inOrder([...owners.values()], registry)]))
  }

  /** Without their slash. */
  get names(): readonly string[] {
    return [...this.#commands.keys()]
  }

  /** The agents that have the command with which a text begins; undefined if it begins with none, or nobody has it. */
  match(text: string): CommandMatch | undefined {
    const matched = /^\/\S+/.exec(text)?.[0]
    const found = matched === undefined ? undefined : this.#commands.get(keyOf(matched))
    return matched === undefined || found === undefined ? undefined : { ...found, matched }
  }
}

/** Live agents first; of them those that none of the others starts, for they hand the work on; then as in the registry. */
function inOrder(owners: readonly IndexedCommand[], registry: Registry): Omit<CommandMatch, 'matched'> {
  const started = startedAmong(
    owners.flatMap(({ owner }) => (owner.state === 0 ? [owner.agent] : [])),
    registry,
  )
  const rank = ({ owner }: IndexedCommand): number => owner.state * 2 + Number(started.has(owner.agent))
  const ordered = owners.toSorted((a, b) => rank(a) - rank(b) || compareOwners(a.owner, b.owner))
  const equals = ordered.filter((one) => ordered[0] !== undefined && rank(one) === rank(ordered[0]))
  return {
    owners: ordered,
    equals: [...new Set(equals.map(({ owner }) => currentId(registry, owner.agent) ?? owner.agent))],
  }
}

/** Without slash and what follows the word: registries write `/wrap-up`, `wrap-up` and `/research [topic]`. */
function keyOf(command: string): string {
  const [word = ''] = command.trim().split(/\s/, 1)
  return foldedId(word.replace(/^\//, '').replace(/[.!?,;:…]+$/u, ''))
}

/** Those of some agents that work for another of them, by `spawns` or `can_be_called_by`, and not for each other. */
function startedAmong(ids: readonly string[], registry: Registry): ReadonlySet<string> {
  const among = new Set(ids)
  const startersOf = new Map(ids.map((id) => [id, new Set<string>()]))
  const starts = (starter: string, id: string): void => {
    if (starter !== id) startersOf.get(id)?.add(starter)
  }
  const known = (names: readonly string[] = []): readonly string[] =>
    names.map((name) => currentId(registry, name) ?? name).filter((id) => among.has(id))
  for (const id of ids) {
    const entry = registry.agents.get(id)?.entry
    for (const other of known(entry?.spawns)) starts(id, other)
    for (const other of known(entry?.can_be_called_by)) starts(other, id)
  }
  return new Set(
    ids.filter((id) => [...(startersOf.get(id) ?? [])].some((starter) => startersOf.get(starter)?.has(id) !== true)),
  )
}
