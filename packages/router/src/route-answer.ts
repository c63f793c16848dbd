import type { Finding } from '@datacortex/errors'

/** How an agent was chosen. A task that was confirmed before, or is a name, counts as `semantic`: it means the same. */
export type RouteVia = 'tag' | 'pattern' | 'semantic' | 'none'

export type RouteRule = {
  readonly kind: 'tag' | 'confirmed' | 'command' | 'name' | 'pattern' | 'meaning' | 'none'
  /** The trigger, command, pattern, confirmed task, name or text of the agent; for `none` a {@link NoRoute}. */
  readonly fired: string
  /** What of the task it met; undefined for `none`. */
  readonly matched?: string | undefined
  /** Id that the trigger stands at, if it is a former name of the agent. */
  readonly owner?: string | undefined
  /** Least score, 0–1, that the best candidate is below. */
  readonly threshold?: number | undefined
}

/** Why no agent was chosen: there was no text to go by, no trigger fits and nothing was searched, or what was found is too far. */
export type NoRoute = 'no text' | 'no trigger' | 'no agent' | 'below threshold'

export type RouteCandidate = {
  readonly agent: string
  readonly via: Exclude<RouteVia, 'none'>
  /** 0–1; 1 for tags, commands and patterns, which fit or don't. */
  readonly score: number
  /** What it was found by: a trigger, a command, a pattern, a confirmed task or a text of the agent. */
  readonly matched: string
}

/** Which agent a task goes to, and why. */
export type RouteAnswer = {
  /** Null if none fits. */
  readonly agent: string | null
  readonly via: RouteVia
  /** 0–1; 1 for tags, commands, names, patterns and confirmed tasks, 0 if none fits. */
  readonly score: number
  readonly rule: RouteRule
  /** What was searched in place of a mistyped task. */
  readonly corrected?: string | undefined
  /** Best first, the chosen one too; with `none` those that were not good enough. */
  readonly candidates: readonly RouteCandidate[]
  /** What a person may want to mend: deprecated names, broken patterns, steps that were left out. */
  readonly findings: readonly Finding[]
}

export type FoundByMeaning = {
  readonly id: string
  /** Calibrated, 0–1. */
  readonly score: number
  /** The agent's text that came nearest. */
  readonly matched: string
}

/** The search by meaning that a router asks; the `Finder` of the registry is one. */
export type AgentSearch = {
  /** Best first. `minScore` 0 gives also what hardly fits. */
  find(
    query: string,
    options: { readonly top: number; readonly minScore: number; readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly results: readonly FoundByMeaning[]; readonly corrected?: string | undefined }>
}
