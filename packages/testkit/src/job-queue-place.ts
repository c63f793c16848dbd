import { onTestFinished } from 'vitest'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

type TestJob = {
  readonly id: string
  readonly kind: string
  readonly payload: Json
  readonly attempt: number
  readonly maxAttempts: number
  readonly group?: string | undefined
  readonly schedule?: { readonly name: string; readonly dueAt: number; readonly missed: number } | undefined
}

type TestState = 'ready' | 'active' | 'done' | 'failed' | 'dead' | 'cancelled'

export type TestQueue = AsyncDisposable & {
  readonly send: (
    kind: string,
    payload: Json,
    options?: {
      readonly key?: string
      readonly priority?: number
      readonly startAfter?: number
      readonly deadlineMs?: number
      readonly maxAttempts?: number
      readonly group?: string
    },
  ) => Promise<string>
  readonly claim: (
    kinds: readonly string[],
    options: { readonly leaseMs: number; readonly limit?: number },
  ) => Promise<readonly TestJob[]>
  readonly heartbeat: (id: string, attempt: number) => Promise<boolean>
  readonly complete: (id: string, attempt: number, result?: Json) => Promise<void>
  readonly fail: (
    id: string,
    attempt: number,
    error: { readonly message: string; readonly code?: string },
    options?: { readonly retryAt?: number; readonly terminal?: boolean },
  ) => Promise<'failed' | 'dead'>
  readonly cancel: (id: string) => Promise<boolean>
  readonly redrive: (ids: readonly string[]) => Promise<readonly string[]>
  readonly schedule: (
    name: string,
    cron: string,
    timezone: string,
    payload: Json,
  ) => Promise<{ readonly nextAt: number }>
  readonly unschedule: (name: string) => Promise<boolean>
  readonly schedules: () => Promise<readonly { readonly name: string }[]>
  readonly list: (options?: { readonly ids?: readonly string[]; readonly group?: string }) => Promise<
    readonly (TestJob & {
      readonly state: TestState
      readonly result?: Json | undefined
      readonly error?: { readonly message: string; readonly code?: string | undefined } | undefined
    })[]
  >
  readonly stats: (options?: { readonly group?: string }) => Promise<Readonly<Record<TestState, number>>>
}

export type QueuePlace = {
  /** Opens it as a process does; the test closes what it opened. */
  readonly open: () => Promise<TestQueue>
  /** Milliseconds since 1970, by the clock of the store. */
  readonly now: () => Promise<number>
  /** Sets the clock of the store on, or back if negative. */
  readonly pass: (ms: number) => Promise<void>
  /** Text of a module that makes `queue`, for processes that see the clock as it is now, and the folder it runs in. */
  readonly program: () => Promise<{ readonly code: string; readonly directory: string }>
}

export const second = 1000
export const minute = 60_000
export const lease = { leaseMs: minute }

/** A place with a queue in it, all of whose queues are closed when the test ends. */
export async function startQueue(makePlace: () => Promise<QueuePlace>) {
  const place = await makePlace()
  const open = async (): Promise<TestQueue> => {
    const queue = await place.open()
    onTestFinished(async () => await queue[Symbol.asyncDispose]())
    return queue
  }
  const queue = await open()
  const next = async (kind = 'a', from = queue) => (await from.claim([kind], lease))[0]
  const stateOf = async (id: string) => (await queue.list({ ids: [id] }))[0]?.state
  return { ...place, open, queue, next, stateOf }
}
