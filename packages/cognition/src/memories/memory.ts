import type { Visibility } from '../knowledge/knowledge-file.ts'

/** Whether anybody has checked a memory, and whether it still holds. */
export type MemoryStatus = 'candidate' | 'confirmed' | 'superseded' | 'retracted'

/** What is known of a memory beside its text: it stands with the entry of the log. */
export type MemoryFacts = {
  /** `session-memory` if absent. */
  readonly type?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** A file of the space that it was taken from. */
  readonly source?: string | undefined
  /** The runs that found it out, the files that they wrote, and what else they said. */
  readonly executions?: readonly string[] | undefined
  readonly outputs?: readonly string[] | undefined
  readonly insights?: readonly string[] | undefined
  /** The space that it belongs to, such as `1-acme`. */
  readonly space?: string | undefined
}

/** One thing that was remembered: a key point of a topic, or an entry of a log that has an id. */
export type Memory = {
  readonly id: string
  readonly type: string
  /** The agent, by the name of its folder; `user` for the user. */
  readonly agent_id: string
  readonly source_execution?: string | undefined
  /** All runs that said it, in order. */
  readonly executions: readonly string[]
  /** When it was first remembered, UTC. */
  readonly timestamp: string
  readonly summary: string
  readonly insights: readonly string[]
  readonly tags: readonly string[]
  readonly outputs: readonly string[]
  readonly origin: 'execution' | 'person' | 'document'
  readonly source?: { readonly path: string } | undefined
  readonly status: MemoryStatus
  readonly visibility: Visibility
  /** Whether its topic stands in every context of its owner, or of all agents; absent if not. */
  readonly pinned?: true | undefined
  readonly supersedes?: string | undefined
  readonly superseded_by?: string | undefined
  /** The day on which it ended. */
  readonly expired_at?: string | undefined
  /** Why it was taken back, if somebody said so. */
  readonly retraction?: string | undefined
  readonly space?: string | undefined
  /** Where it stands, relative to the space; absent as long as it has not moved out of the journal of before. */
  readonly path?: string | undefined
}

/** The type of what names none. */
export const usualType = 'session-memory'

/** The type of what somebody else published as learned. */
export const outsideLesson = 'outside-lesson'

/**
 * Whether searches and contexts are given a memory: it holds, and where a stranger said it, a person confirmed it.
 *
 * @param memory - Its status and type count.
 * @example memories.filter(isGiven)
 */
export function isGiven({ status, type }: Pick<Memory, 'status' | 'type'>): boolean {
  return status === 'confirmed' || (status === 'candidate' && type !== outsideLesson)
}

/**
 * Whether a memory holds: none replaced it, and nobody took it back.
 *
 * @param memory - Its status counts.
 * @example memories.filter(stillHolds)
 */
export function stillHolds({ status }: Pick<Memory, 'status'>): boolean {
  return status !== 'superseded' && status !== 'retracted'
}
