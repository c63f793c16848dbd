/** One thing that was remembered and holds, as the index and the tiers take it in. */
export type MemoryText = {
  readonly id: string
  /** Such as `session-memory`. */
  readonly type: string
  readonly summary: string
  readonly insights: readonly string[]
  readonly tags: readonly string[]
  /** When it was remembered, UTC. */
  readonly timestamp: string
  /** The space that it belongs to; the whole root if absent. */
  readonly space?: string | undefined
}

/** Where memories come from: those that hold and that everybody may be shown, oldest first. */
export type ReadMemoryTexts = () => Promise<readonly MemoryText[]>
