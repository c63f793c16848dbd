import type { AskedTask } from '../context/when-holds.ts'
import type { LeftOut, SearchPort } from '@datacortex/memory'
import type { Settings } from '@datacortex/platform'
import type { Catalogue, LoadPluginOptions } from '@datacortex/modules'
import type { Finding } from '@datacortex/errors'
import type { Execution, ExecutionCheck, ExecutionFailure, ExecutionStatus } from '../log/execution-record.ts'
import type { BuiltinRunner } from '../runners/choose-runner.ts'
import type { AnswerFile } from './answer/answer-files.ts'
import type { RunDiscovery } from './marker/run-discovery.ts'
import type { RememberRunOptions } from './learn/remember-run.ts'

/** Which agent runs on what, and with what. */
export type RunAgentOptions = Pick<LoadPluginOptions, 'log' | 'userDirectory' | 'conditions'> &
  AskedTask & {
    /** From `readCatalogue`. */
    readonly catalogue: Catalogue
    /** Id or alias. */
    readonly agent: string
    /** Agents of the program's own modules that the program itself is the code of, by id. */
    readonly builtins?: Readonly<Record<string, BuiltinRunner>> | undefined
    /** Name of a runner of the settings, or `code`; chosen from the settings if absent. */
    readonly runner?: string | undefined
    /** Id of the agent that calls, or `user`, which it is if absent. */
    readonly calledBy?: string | undefined
    /** How the log names the client of the network for whom this is done. If it called itself, the rules for `user` apply. */
    readonly client?: string | undefined
    /** The agents that started each other so far, outermost first. */
    readonly chain?: readonly string[] | undefined
    /** The caller hands the task over for good: its `delegates_to` counts, not its `spawns`. */
    readonly delegated?: boolean | undefined
    /** Id of the run that starts this one; its record then lists this one. */
    readonly parent?: string | undefined
    /** Where the task comes from, such as `next_actions:L227`. */
    readonly taskId?: string | undefined
    /** Of the execution; made if absent. */
    readonly id?: string | undefined
    /** Tokens of the context; that of the settings if absent. */
    readonly budget?: number | undefined
    /** The folder that `{space}` means in paths of the agent. */
    readonly space?: string | undefined
    /** Searches notes and memories for the context; without it there are none in it. */
    readonly search?: SearchPort | undefined
    /** With embedder and collection a new memory is found at once; `false` remembers nothing. */
    readonly remember?: RememberRunOptions['memory'] | false | undefined
    /** Read from the space if absent. */
    readonly settings?: Settings | undefined
    readonly now?: (() => number) | undefined
    /** Milliseconds from any point, never going back; the system's if absent. */
    readonly elapsed?: (() => number) | undefined
    /** 0–1; the system's if absent. */
    readonly random?: (() => number) | undefined
    readonly signal?: AbortSignal | undefined
    readonly onProgress?: ((event: RunProgress) => void) | undefined
  }

/** What became of a run. */
export type AgentRun = Pick<Execution, 'outputs' | 'duration_ms' | 'tokens_in' | 'tokens_out' | 'cost_usd'> & {
  readonly execution_id: string
  /** Its own id, also if an alias was asked for. */
  readonly agent: string
  readonly runner: string
  readonly status: Exclude<ExecutionStatus, 'aborted'>
  readonly checks: readonly ExecutionCheck[]
  /** The answer; what there was of it, if the run failed. */
  readonly text: string
  /** Those of its outputs that it named, by which it says that they belong to the answer; absent if there are none. */
  readonly files?: readonly AnswerFile[] | undefined
  /** What the agent found elsewhere, as `find_agent` answered it. */
  readonly discovery?: RunDiscovery | undefined
  readonly attempts: number
  readonly error?: (ExecutionFailure & { readonly hint?: string | undefined }) | undefined
  readonly memory_id?: string | undefined
  /** Under this name `undo` takes back what changed during the run; absent if nothing did, or others ran meanwhile. */
  readonly undo?: string | undefined
  /** What the agent was not given, and why; of what is above its level only how much. */
  readonly left_out: readonly LeftOut[]
  readonly findings: readonly Finding[]
}

/** What happens during a run, as it happens. */
export type RunProgress =
  | { readonly type: 'context'; readonly parts: number; readonly tokens: number; readonly leftOut: number }
  /** `attempt` from 1. */
  | { readonly type: 'attempt'; readonly attempt: number; readonly runner: string }
  /** A piece of the answer; after a further attempt it begins anew. */
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'retry'; readonly attempt: number; readonly waitMs: number; readonly code: string }
  | { readonly type: 'logged'; readonly executionId: string }
