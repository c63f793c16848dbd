import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Answered, Button } from '../frame/pieces.tsx'
import { useChange } from '../frame/use-change.tsx'
import { agentsTexts as said } from '../texts/agents.ts'

/** What agents and people said of a run, and to say it oneself. */
export function RunJudgements({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{said.evaluations}</summary>
      {isOpen && <Judgements id={id} />}
    </details>
  )
}

function Judgements({ id }: { readonly id: string }): ReactNode {
  const { call, may } = useApi()
  const { act, isBusy, outcome } = useChange(['log.show', 'agents.show'])
  const judge = (verdict: 'positive' | 'negative'): void =>
    void act(async () => {
      await call('feedback', { execution_id: id, verdict })
      return { text: said.judged }
    })
  return (
    <>
      <Answered answer={useAnswer('log.show', { id })}>
        {({ evaluations, feedback }) => (
          <>
            {evaluations.length + feedback.length === 0 && <p className="soft">{said.noEvaluations}</p>}
            <ul>
              {evaluations.map(({ id: of, evaluator_agent: by, scores, notes }) => (
                <li key={of} dir="auto">
                  {by}: {said.scores(scores.task_completion, scores.output_quality, scores.efficiency)} {notes}
                </li>
              ))}
              {feedback.map((one) => (
                <li key={one.id} dir="auto">
                  {one.verdict} {one.note}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
      {may('manage') && (
        <p className="actions">
          <Button text={said.good} disabled={isBusy} onClick={() => judge('positive')} />
          <Button text={said.bad} disabled={isBusy} onClick={() => judge('negative')} />
        </p>
      )}
      {outcome}
    </>
  )
}
