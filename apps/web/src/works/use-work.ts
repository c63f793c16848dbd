import { useQueryClient } from '@tanstack/react-query'
import type { InputOf, OperationName, OutputOf, SpaceEvent } from '@datacortex/space'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, type KeptWork } from '../api/call.ts'
import { useApi } from '../frame/api-context.tsx'

export type WorkState<Name extends OperationName> = {
  readonly state: 'idle' | 'running' | 'stopped' | 'ended' | 'failed'
  readonly id?: string
  readonly input?: InputOf<Name>
  /** What an agent has answered so far. */
  readonly answer: string
  readonly steps: readonly Step[]
  readonly result?: OutputOf<Name>
  readonly error?: unknown
  /** Number of the last event, and when it came. */
  readonly last: number
  readonly heardAt: number
  /** Whether the server can't be reached at the moment. */
  readonly isLost?: boolean
}

export type Step = Pick<Extract<SpaceEvent<object>, { type: 'progress' }>, 'stage' | 'done' | 'total' | 'subject'>

const idle = { state: 'idle', answer: '', steps: [], last: 0, heardAt: 0 } as const
const mostSteps = 200

/**
 * Begins an operation that outlives the page and follows it; anyone who comes back follows the newest that `isIt` knows, from
 * its first event. `changes`: what is asked anew once it is over.
 */
export function useWork<Name extends OperationName>(
  name: Name,
  { isIt, changes }: { isIt: (input: KeptWork['input']) => boolean; changes: readonly OperationName[] },
) {
  const api = useApi()
  const queries = useQueryClient()
  const [work, setWork] = useState<WorkState<Name>>(idle)
  const left = useRef<AbortController>(undefined)
  const given = useRef({ isIt, changes })
  given.current = { isIt, changes }
  const follow = useCallback(
    async (id: string, input: InputOf<Name>): Promise<void> => {
      left.current?.abort()
      const controller = new AbortController()
      left.current = controller
      const { signal } = controller
      let now: WorkState<Name> = { ...idle, state: 'running', id, input, heardAt: Date.now() }
      const show = (more: Partial<WorkState<Name>>): void => {
        now = { ...now, ...more }
        if (!signal.aborted) setWork(now)
      }
      show({})
      while (now.state === 'running' && !signal.aborted) {
        try {
          for await (const { id: last, event } of api.replay(id, { after: now.last, signal }))
            show({ ...after(now, event as SpaceEvent<OutputOf<Name>>), last, heardAt: Date.now(), isLost: false })
          // The server ends the stream with the work: without a result it was stopped.
          if (now.state === 'running') show({ state: 'stopped' })
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof ApiError && error.code !== 'UNREACHABLE') show({ state: 'failed', error })
          else {
            show({ isLost: true })
            await new Promise((resolve) => setTimeout(resolve, 1000))
          }
        }
      }
      for (const one of given.current.changes) await queries.invalidateQueries({ queryKey: [one] })
    },
    [api, queries],
  )
  useEffect(() => {
    let isHere = true
    const find = async (): Promise<void> => {
      const found = (await api.works()).find((one) => one.name === name && given.current.isIt(one.input))
      if (found !== undefined && isHere && left.current === undefined)
        await follow(found.id, found.input as InputOf<Name>)
    }
    find().catch(() => undefined)
    return () => {
      isHere = false
      left.current?.abort()
      left.current = undefined
    }
  }, [api, name, follow])
  const begin = async (input: InputOf<Name>): Promise<void> => {
    try {
      setWork({ ...idle, state: 'running', input, heardAt: Date.now() })
      await follow(await api.begin(name, input), input)
    } catch (error) {
      setWork({ ...idle, state: 'failed', input, error })
    }
  }
  const stop = async (): Promise<void> => {
    if (work.id !== undefined) await api.stop(work.id).catch(() => undefined)
  }
  const again = async (): Promise<void> => {
    await stop()
    if (work.input !== undefined) await begin(work.input)
  }
  return {
    work,
    start: (input: InputOf<Name>) => void begin(input),
    stop: () => void stop(),
    again: () => void again(),
  }
}

function after<Name extends OperationName>(
  now: WorkState<Name>,
  event: SpaceEvent<OutputOf<Name>>,
): Partial<WorkState<Name>> {
  if (event.type === 'result') return { state: 'ended', result: event.result }
  if (event.type !== 'progress') return {}
  if (event.stage === 'answer') return { answer: now.answer + (event.subject ?? '') }
  const { stage, done, total, subject } = event
  // Another attempt begins its answer anew.
  const answer = event.stage === 'run' ? '' : now.answer
  return { answer, steps: [...now.steps, { stage, done, total, subject }].slice(-mostSteps) }
}
