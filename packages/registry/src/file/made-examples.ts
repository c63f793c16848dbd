import { isRecord } from '@datacortex/platform'
import type { AgentEntry } from './agent-entry.ts'

/** Requests that a model made up for an agent that has none of its own; not published, and no word of its author. */
export type MadeExamples = {
  /** The model. */
  readonly by: string
  /** The beginning of a hash of what it was shown of the agent. */
  readonly of: string
  readonly texts: readonly string[]
}

/**
 * The made-up requests of an entry, kept under `x-made-examples`.
 *
 * @returns Undefined if there are none that can be read.
 * @example madeExamples(entry)?.by
 */
export function madeExamples({ 'x-made-examples': made }: AgentEntry): MadeExamples | undefined {
  if (!isRecord(made) || !Array.isArray(made['texts'])) return undefined
  const texts = made['texts'].filter((text) => typeof text === 'string')
  return texts.length === 0 ? undefined : { by: String(made['by']), of: String(made['of']), texts }
}
