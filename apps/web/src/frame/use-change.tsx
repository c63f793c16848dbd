import { useQueryClient } from '@tanstack/react-query'
import type { OperationName } from '@datacortex/space'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import { useApi } from './api-context.tsx'
import { Button, Problem } from './pieces.tsx'

/** What was done, and the run by which it is undone. */
export type Done = { readonly text: string; readonly undo?: string | undefined }

/** Changes something and says what came of it, with a button that undoes it. `changes`: what is asked anew. */
export function useChange(changes: readonly OperationName[]) {
  const { call } = useApi()
  const queries = useQueryClient()
  const [done, setDone] = useState<Done>()
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<Done>): Promise<void> => {
    setProblem(undefined)
    setDone(undefined)
    setBusy(true)
    try {
      setDone(await work())
    } catch (error) {
      setProblem(error)
    }
    for (const name of changes) await queries.invalidateQueries({ queryKey: [name] })
    setBusy(false)
  }
  const undo = async (run: string): Promise<Done> => {
    await call('undo', { run })
    return { text: texts.undone }
  }
  const run = done?.undo
  const outcome: ReactNode = (
    <>
      {done !== undefined && (
        <p className="notice" role="status">
          {done.text}{' '}
          {run !== undefined && <Button text={texts.undo} onClick={() => void act(async () => await undo(run))} />}
        </p>
      )}
      {problem !== undefined && <Problem error={problem} />}
    </>
  )
  return { act, isBusy, outcome }
}
