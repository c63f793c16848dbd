import { type ReactNode, useEffect, useState } from 'react'
import type { OperationName } from '@datacortex/space'
import { Button, Problem } from '../frame/pieces.tsx'
import { worksTexts as said } from '../texts/works.ts'
import type { Step, WorkState } from './use-work.ts'

const stalledMs = 45_000
const shownSteps = 12

/** How far a work is: its steps, that nothing is heard of it, to stop it, and what went wrong. */
export function WorkPanel<Name extends OperationName>({
  work: { state, steps, error, heardAt, isLost = false },
  stop,
  again,
}: {
  readonly work: WorkState<Name>
  readonly stop: () => void
  readonly again: () => void
}): ReactNode {
  const isStalled = useLateness(state === 'running' ? heardAt : undefined)
  return (
    <>
      {state === 'running' && (
        <div role="status">
          <p>
            {said.running} <span className="soft">{said.keeps}</span> <Button text={said.stop} onClick={stop} />
          </p>
          {isLost && <p className="notice">{said.lost}</p>}
          {isStalled && !isLost && (
            <p className="notice">
              {said.stalled(new Date(heardAt).toLocaleTimeString('en'))} <Button text={said.again} onClick={again} />
            </p>
          )}
        </div>
      )}
      {state === 'stopped' && <p role="status">{said.stopped}</p>}
      {state === 'failed' && <Problem error={error} retry={again} />}
      {steps.length > 0 && (
        <ol className="soft steps" aria-label={said.steps}>
          {steps.slice(-shownSteps).map((step, index) => (
            <li key={`${String(index)} ${step.stage}`} dir="auto">
              {stepText(step)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function stepText({ stage, done, total, subject }: Step): string {
  return [stage, total === undefined ? done : `${String(done)}/${String(total)}`, subject].filter(Boolean).join(' ')
}

/** Whether nothing was heard for too long. */
function useLateness(heardAt: number | undefined): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (heardAt === undefined) return undefined
    const timer = setTimeout(() => setLate(true), Math.max(0, heardAt + stalledMs - Date.now()))
    return () => clearTimeout(timer)
  }, [heardAt])
  return isLate
}
