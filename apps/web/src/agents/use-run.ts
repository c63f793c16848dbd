import { useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '@datacortex/space'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../frame/api-context.tsx'

export type RunState = {
  readonly state: 'idle' | 'running' | 'stopped' | 'ended' | 'failed'
  readonly task: string
  readonly answer: string
  readonly steps: readonly string[]
  readonly result?: OutputOf<'run'>
  readonly error?: unknown
}

const idle: RunState = { state: 'idle', task: '', answer: '', steps: [] }

/** Runs an agent and follows it; leaving the page stops it, as `stop` does, on the server too. */
export function useRun(agent: string) {
  const { follow } = useApi()
  const queries = useQueryClient()
  const [run, setRun] = useState(idle)
  const left = useRef<AbortController>(undefined)
  useEffect(() => () => left.current?.abort(), [])
  const start = async (task: string): Promise<void> => {
    const controller = new AbortController()
    left.current = controller
    let now: RunState = { ...idle, state: 'running', task }
    const show = (more: Partial<RunState>): void => setRun((now = { ...now, ...more }))
    show({})
    try {
      for await (const event of follow('run', { agent, task }, { signal: controller.signal })) {
        if (event.type === 'result') show({ state: 'ended', result: event.result })
        else if (event.type === 'progress' && event.stage === 'answer')
          show({ answer: now.answer + (event.subject ?? '') })
        else if (event.type === 'progress') {
          // Another attempt begins its answer anew.
          const answer = event.stage === 'run' ? '' : now.answer
          show({ answer, steps: [...now.steps, [event.stage, event.done, event.subject ?? ''].join(' ')].slice(-20) })
        }
      }
    } catch (error) {
      show(controller.signal.aborted ? { state: 'stopped' } : { state: 'failed', error })
    }
    await queries.invalidateQueries({ queryKey: ['log.list'] })
    await queries.invalidateQueries({ queryKey: ['agents.show'] })
  }
  return { run, start: (task: string) => void start(task), stop: () => left.current?.abort() }
}

/** What an agent asks back, by the line that begins with `INPUT_REQUIRED:`. */
export function askedBack(text: string): string | undefined {
  return /(?:^|\n)[ \t]*INPUT_REQUIRED:\s*(\S[\s\S]*)$/.exec(text)?.[1]
}
