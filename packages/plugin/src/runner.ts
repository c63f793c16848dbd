/** What an agent is asked to do, and all that it is given for it. */
export type RunnerTask = {
  readonly agent: {
    readonly id: string
    readonly name: string
    readonly prompt: string
    /** All that it may use, of an agent that another one made or a clone: for programs as `DATACORTEX_TOOLS`. */
    readonly tools?: readonly string[] | undefined
  }
  /** In the words of the caller. */
  readonly task: string
  /** The task with all that was gathered for it, without the prompt of the agent: what the user of a chat would say. */
  readonly request: string
  /** All of it as one text, for runners that take one. None of these texts is a template: braces mean themselves. */
  readonly prompt: string
  /** Absolute path of the space, the folder that programs work in. */
  readonly directory: string
  /** Id of the execution, and the agents that started each other up to this one, outermost first. */
  readonly run: {
    readonly id: string
    readonly chain: readonly string[]
    readonly client?: string | undefined
    /** The uid by which the agent is known, if it has an identity: for programs as `ACAS_SENDER_ID`. */
    readonly sender?: string | undefined
  }
}

/** What an agent answered. */
export type RunnerResult = {
  readonly text: string
  /** Files that were written, relative to the space. */
  readonly outputs?: readonly { readonly path: string; readonly type?: string | undefined }[] | undefined
  readonly tokens_in?: number | undefined
  readonly tokens_out?: number | undefined
  /** What the run cost as the provider reports it, in US dollars. */
  readonly cost_usd?: number | undefined
  /** What the agent itself says it learned. */
  readonly insights?: readonly string[] | undefined
  /** `partial` if the answer is cut off or asks something back; `success` if absent. */
  readonly status?: 'success' | 'partial' | undefined
  /** Why the result is partial, and whatever else the reader should know. */
  readonly remarks?: readonly string[] | undefined
}

/** How a runner is told to stop, and where it tells what it has so far. */
export type RunnerOptions = {
  /** Aborted when the time is over or the caller gives up; everything that was started must then end. */
  readonly signal: AbortSignal
  /** Gets the text piece by piece as it comes. */
  readonly onOutput?: ((chunk: string) => void) | undefined
}

/**
 * Executes an agent on a task.
 *
 * What goes wrong is thrown as a coded error. Its `details.transient` says whether another attempt may help, and
 * `details.retryAfterMs` how long to wait before it; without them the words of the error decide.
 */
export type Runner = { readonly run: (task: RunnerTask, options: RunnerOptions) => Promise<RunnerResult> }
