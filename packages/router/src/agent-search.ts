/** An agent found by meaning. */
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
  ): Promise<{ readonly results: readonly FoundByMeaning[] }>
}
