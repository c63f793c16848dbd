import type { Execution } from './execution-record.ts'

/** How well a run went, 0–100 each. */
export type EvaluationScores = {
  /** Did it do what was asked? */
  readonly task_completion: number
  readonly output_quality: number
  /** Time and tokens for what came of them. */
  readonly efficiency: number
}

/**
 * What one agent, or the `user`, says about a run of another agent.
 * @see DIP-0016 §11.2
 */
export type Evaluation = {
  readonly id: string
  /** Id of an agent of the registry, or `user` for a person. */
  readonly evaluator_agent: string
  readonly evaluated_agent: string
  readonly execution_id: string
  readonly timestamp: string
  /** 0–100 each. */
  readonly scores: EvaluationScores
  readonly tags: readonly string[]
  readonly notes?: string | undefined
}

export type Verdict = 'positive' | 'negative' | 'revised'

export const verdicts: readonly Verdict[] = ['positive', 'negative', 'revised']

/**
 * A person's verdict about a run. The latest one of an execution is its `quality.user_feedback` when the log is read:
 * an event of its own, because the part of the log that holds the execution may be closed already.
 */
export type FeedbackEvent = {
  readonly id: string
  readonly execution_id: string
  readonly agent_id: string
  readonly verdict: Verdict
  readonly timestamp: string
  readonly note?: string | undefined
}

/** The way by which a run came to what it knew. See DIP-0016 §6.2. */
export type LoggedReasoningPath = {
  readonly execution_id: string
  readonly hops: readonly LoggedHop[]
  readonly final_context: readonly string[]
}

/** One hop: what a query found, or what one note led to. */
export type LoggedHop = {
  readonly hop: number
  readonly query?: string | undefined
  readonly results?: readonly string[] | undefined
  readonly source?: string | undefined
  readonly followed_links?: readonly string[] | undefined
}

/** What a run left to be remembered; memory's journal is where it lives and is found. See DIP-0016 §8.1. */
export type LoggedMemory = {
  readonly id: string
  readonly source_execution: string
  readonly agent_id: string
  readonly timestamp: string
  readonly summary: string
  readonly insights: readonly string[]
  readonly tags: readonly string[]
  readonly outputs: readonly string[]
}

/** The lists of the log. `feedback` is in no specification. */
export type LogEntries = {
  readonly executions: readonly Execution[]
  readonly evaluations: readonly Evaluation[]
  readonly feedback: readonly FeedbackEvent[]
  readonly reasoning_paths: readonly LoggedReasoningPath[]
  readonly session_memories: readonly LoggedMemory[]
}

export type LogList = keyof LogEntries

/** In the order in which they stand in a new file. */
export const logLists: readonly LogList[] = [
  'executions',
  'evaluations',
  'feedback',
  'reasoning_paths',
  'session_memories',
]
