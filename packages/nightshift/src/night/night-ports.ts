import type { JobQueue } from '@datacortex/queue'
import type { OrgTask } from '../tasks/org-task.ts'

/** What an agent made of a task. */
export type Outcome = {
  readonly executionId: string
  readonly agent: string
  readonly status: 'success' | 'partial' | 'failed' | 'timeout' | 'aborted'
  /** The answer. */
  readonly text: string
  /** Files of the space that it wrote, without the answer. */
  readonly outputs: readonly string[]
  /** Checks that were not passed, each with its reason. */
  readonly failedChecks: readonly string[]
  readonly error?: string | undefined
  /** Its process was killed: nobody knows what it spent. */
  readonly wasInterrupted: boolean
  readonly costUsd: number
  readonly tokens: number
  readonly durationMs: number
}

export type Assignment = {
  readonly agent: string
  readonly text: string
  readonly executionId: string
  /** Where it comes from: file and id. */
  readonly taskId: string
  readonly tags: readonly string[]
  /** Numbered folder of the space, such as `0-personal`. */
  readonly space: string
}

/** What a night works with, wired by the program. */
export type NightPorts = {
  readonly queue: JobQueue
  /** The kind of the jobs of this space that all who share its queue may take, and of those for this very folder. */
  readonly jobKind: string
  readonly ownKind: string
  /** This folder on this machine. */
  readonly place: string
  /** A file as others have it too who share the queue, with the commit that says so; undefined if nobody does. */
  readonly committed: (path: string) => Promise<{ readonly commit: string; readonly text: string } | undefined>
  /** Brings this clone to where it has a commit. Throws if that can't be done without touching what its user changed. */
  readonly bringTo: (commit: string, signal: AbortSignal) => Promise<void>
  /** The org files whose tasks are done, relative to the space. */
  readonly files: () => Promise<readonly string[]>
  /** The text of a file; undefined if it is not there. Throws if it can't be read. */
  readonly readFile: (path: string) => Promise<string | undefined>
  /**
   * Reads, changes and writes a file, and once more if somebody saved it meanwhile. Nothing is written where nothing
   * changes.
   */
  readonly edit: (path: string, change: (text: string) => string) => Promise<void>
  /** Writes a new file; one that is there stays. */
  readonly writeNew: (path: string, text: string) => Promise<void>
  readonly isFile: (path: string) => Promise<boolean>
  /** Whether the user wrote a task or said yes to it; the reason why not. */
  readonly unapproved: (task: OrgTask) => Promise<string | undefined>
  readonly approve: (task: OrgTask) => Promise<void>
  /** Which agent a task is for; undefined if none fits. */
  readonly route: (task: OrgTask, signal: AbortSignal) => Promise<string | undefined>
  readonly run: (assignment: Assignment, signal: AbortSignal) => Promise<Outcome>
  /** What became of an execution; undefined if it never began. */
  readonly logged: (executionId: string) => Promise<Outcome | undefined>
  /** Keeps what an agent thinks of a run, 0–1. */
  readonly rate: (rating: {
    readonly executionId: string
    readonly by: string
    readonly score: number
    readonly notes: string
  }) => Promise<void>
  /** Keeps what happened for the briefing, on the disk when it resolves. */
  readonly note: (event: NightEvent) => Promise<void>
  readonly newId: (kind: 'night' | 'exec') => string
  readonly now: () => number
  readonly machine: string
  readonly onProgress: (event: {
    readonly done: number
    readonly total?: number | undefined
    readonly subject: string
  }) => void
}

export type NightEvent =
  | {
      readonly type: 'begun'
      readonly at: string
      readonly late?: string | undefined
      readonly until?: string | undefined
    }
  | ({ readonly type: 'task'; readonly at: string } & TaskReport)
  | { readonly type: 'ended'; readonly at: string; readonly reason?: string | undefined }

/** What became of a task. */
export type TaskReport = Pick<Outcome, 'outputs' | 'costUsd' | 'tokens' | 'durationMs'> & {
  readonly id: string
  readonly file: string
  readonly title: string
  readonly state: 'DONE' | 'REVIEW' | 'FAILED' | 'LEFT'
  readonly reason?: string | undefined
  readonly agent?: string | undefined
  readonly execution?: string | undefined
}

/** What a whole night may take, all its tasks together; without limit where absent. */
export type NightBudget = {
  readonly usd?: number | undefined
  readonly tokens?: number | undefined
  readonly minutes?: number | undefined
}
