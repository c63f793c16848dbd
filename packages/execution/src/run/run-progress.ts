/** What happens during a run, as it happens. */
export type RunProgress =
  | { readonly type: 'context'; readonly parts: number; readonly tokens: number; readonly leftOut: number }
  /** `attempt` from 1. */
  | { readonly type: 'attempt'; readonly attempt: number; readonly runner: string }
  /** A piece of the answer; after a further attempt it begins anew. */
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'retry'; readonly attempt: number; readonly waitMs: number; readonly code: string }
  | { readonly type: 'logged'; readonly executionId: string }
