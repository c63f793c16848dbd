import type { Component, Composition } from '../components/component.ts'
import type { AgentEntry } from './agent-entry.ts'
import type { Finding } from '@datacortex/errors'
import type { UnreadField } from './read/normalisation-log.ts'

/** An agent with its id and the module that brought it. */
export type RegisteredAgent = {
  /** The key in the file. */
  readonly id: string
  readonly entry: AgentEntry
  /** From `module_agents` or the entry's own `module`; undefined if it was written by hand or imported. */
  readonly module: string | undefined
  readonly unread?: readonly UnreadField[] | undefined
  /** Brought by the program itself: agents of the space come before it, and it is published only by name. */
  readonly isBuiltin?: boolean | undefined
  /** What its components gave to `entry`; undefined if it names none. */
  readonly composition?: Composition | undefined
  /** Of one that another agent made: its prompt, and who that is. It may be shown what its `reads` name, and nothing else. */
  readonly dynamic?: { readonly primer: string; readonly parent: string } | undefined
  /** Of a copy that keeps nothing: whose it is. */
  readonly cloneOf?: string | undefined
}

export type RegisteredModule = {
  readonly sourceModule: string
  /** All ids that the module declares, also one that an entry under `agents` overrides. */
  readonly agentIds: readonly string[]
}

/** `agents.yaml` as it was read: every agent in the strict form, and what had to be normalised for that. */
export type Registry = {
  /** Absolute path. */
  readonly file: string
  /** Of the file's bytes, hexadecimal; of no bytes if there is no file. */
  readonly sha256: string
  /** `agents`, then `module_agents`, in the order of the file. */
  readonly agents: ReadonlyMap<string, RegisteredAgent>
  /** Agents that the space switched off, which are not among `agents`; none if absent. */
  readonly disabled?: ReadonlyMap<string, RegisteredAgent> | undefined
  readonly modules: ReadonlyMap<string, RegisteredModule>
  /** Parts that agents are composed of (DIP-0016 §11.3). */
  readonly components: ReadonlyMap<string, Component>
  readonly knowledgeLocations: KnowledgeLocations
  /** Hooks that agents inherit; undefined if there are none. */
  readonly hookLists?: HookLists | undefined
  /** What was normalised (one finding for each kind) and what could not be read (one finding each). */
  readonly findings: readonly Finding[]
}

/**
 * Where agents read and write (DIP-0016 §12): names of places in the personal space and in any organisation's
 * space, and words that tell which of the two a task means. Other keys are kept as they are.
 */
export type KnowledgeLocations = {
  /** Name of a place to a path relative to the root, such as `inbox` to `0-personal/org/inbox.org`. */
  readonly personal?: Readonly<Record<string, string>> | undefined
  /** As `personal`, with `{space}` for the folder of the organisation. */
  readonly org?: Readonly<Record<string, string>> | undefined
  readonly routing?:
    | {
        readonly personal_indicators?: readonly string[] | undefined
        readonly org_indicators?: readonly string[] | undefined
      }
    | undefined
  readonly [other: string]: unknown
}

/** The hooks that agents inherit, as written: `defaults.hooks` and the `hooks` of each of `profiles`. */
export type HookLists = {
  readonly defaults?: unknown
  readonly profiles: Readonly<Record<string, unknown>>
}
