/** What there is to say of a name that leads to no agent. */
export type NameOfNobody = RemovedAgent | DanglingAlias | AliasCycle

/** What is known of an agent that is gone. */
export type RemovedAgent = {
  readonly id: string
  readonly note?: string | undefined
  /** Id of the agent that does its work now, if its note names one. */
  readonly successor?: string | undefined
}

/** An alias, what it names, and ids that may be meant. */
export type DanglingAlias = { readonly alias: string; readonly target: string; readonly nearest: readonly string[] }

/** The aliases of a circle, the first one again at its end. */
export type AliasCycle = { readonly ids: readonly string[] }
