import { type Finding, warningFinding } from '@datacortex/errors'
import { type Registry, nearestNames } from '@datacortex/registry'
import { type TriggerOwner, compareOwners, ownerOf } from '../trigger-owner.ts'
import { tagPath, tagText } from './tag-path.ts'

export type TagMatch = {
  readonly owner: TriggerOwner
  /** As the registry writes it. */
  readonly trigger: string
  /** The tags of the task that it matched. */
  readonly matched: string
  /** Number of its parts. */
  readonly length: number
}

export type UnknownTag = {
  readonly tag: string
  /** Tags of triggers that it may have been meant for, the nearest first. */
  readonly nearest: readonly string[]
}

type IndexedTrigger = { readonly owner: TriggerOwner; readonly trigger: string }

/** The tag triggers of a registry by their path. */
export class TagIndex {
  readonly findings: readonly Finding[]
  readonly #triggers = new Map<string, IndexedTrigger[]>()
  readonly #parts = new KnownTags()
  #longest = 0

  constructor(registry: Registry) {
    const findings: Finding[] = []
    let order = 0
    for (const agent of registry.agents.values())
      for (const trigger of agent.entry.triggers?.tags ?? []) {
        const path = tagPath(trigger)
        if (path.length === 0) {
          findings.push(
            warningFinding('ROUTER_TRIGGER_EMPTY', agent.id, {
              message: `The trigger ${JSON.stringify(trigger.slice(0, 80))} of ${agent.id} has no tag.`,
              hint: 'Write tags as `:AI:research:`.',
            }),
          )
          continue
        }
        this.#longest = Math.max(this.#longest, path.length)
        for (const part of path) this.#parts.add(part)
        const key = keyOf(path)
        const known = this.#triggers.get(key)
        const indexed = { owner: ownerOf(agent, order++), trigger }
        if (known === undefined) this.#triggers.set(key, [indexed])
        else known.push(indexed)
      }
    this.findings = findings
    for (const triggers of this.#triggers.values()) triggers.sort((a, b) => compareOwners(a.owner, b.owner))
  }

  has(path: readonly string[]): boolean {
    return this.#triggers.has(keyOf(path))
  }

  /** The triggers whose path stands in one of these paths, parts side by side and in order. `paths`: tags of a task. */
  match(paths: readonly (readonly string[])[]): readonly TagMatch[] {
    const keys = new Map<string, readonly string[]>()
    for (const path of paths)
      for (let start = 0; start < path.length; start += 1)
        for (let end = start + 1; end <= path.length && end - start <= this.#longest; end += 1) {
          const part = path.slice(start, end)
          keys.set(keyOf(part), part)
        }
    const matches: TagMatch[] = []
    for (const [key, path] of keys)
      for (const found of this.#triggers.get(key) ?? [])
        matches.push({ ...found, matched: tagText(path), length: path.length })
    return matches.sort((a, b) => b.length - a.length || compareOwners(a.owner, b.owner))
  }

  /** The tags that the first one which stands in no trigger may have been meant for. `paths`: tags of a task. */
  nearest(paths: readonly (readonly string[])[]): readonly string[] {
    const unknown = paths.flat().find((tag) => !this.#parts.has(tag))
    return unknown === undefined ? [] : this.#parts.near(unknown)
  }

  /** The tag directly behind the trigger that decides, if no trigger has it: it meant something narrower. */
  unknownBehind(paths: readonly (readonly string[])[], { matched, length }: TagMatch): UnknownTag | undefined {
    for (const path of paths)
      for (let end = length; end < path.length; end += 1) {
        const next = path[end] ?? ''
        if (tagText(path.slice(end - length, end)) !== matched || this.#parts.has(next)) continue
        return { tag: next, nearest: this.#parts.near(next) }
      }
    return undefined
  }
}

function keyOf(path: readonly string[]): string {
  return path.join(':')
}

/** The single tags of all triggers, to tell a mistyped one from one that is known. */
export class KnownTags {
  readonly #tags = new Set<string>()
  readonly #byEnd = new Map<string, string[]>()

  add(tag: string): void {
    if (this.#tags.has(tag)) return
    this.#tags.add(tag)
    for (const end of endsOf(tag)) {
      const known = this.#byEnd.get(end)
      if (known === undefined) this.#byEnd.set(end, [tag])
      else known.push(tag)
    }
  }

  has(tag: string): boolean {
    return this.#tags.has(tag)
  }

  /** The tags that an unknown one may have been meant for, the nearest first, at most three. */
  near(tag: string): readonly string[] {
    const lengths = Math.ceil(tag.length / 4)
    const alike = new Set(endsOf(tag).flatMap((end) => this.#byEnd.get(end) ?? []))
    return nearestNames(
      [...alike].filter((known) => Math.abs(known.length - tag.length) <= lengths || known.includes(tag)),
      tag,
    )
  }
}

function endsOf(tag: string): readonly string[] {
  return [`^${tag.slice(0, 2)}`, `${tag.slice(-2)}$`]
}
