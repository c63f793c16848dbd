import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Ago, Answered } from '../frame/pieces.tsx'
import { nightTexts as said } from '../texts/night.ts'
import type { NightTask, TaskWord } from './night-tasks.tsx'

/** One task with its state and why; what it asks for is shown before it can be approved. */
export function NightTaskRow({
  task,
  onWord,
}: {
  readonly task: NightTask
  readonly onWord: ((word: TaskWord) => void) | undefined
}): ReactNode {
  const { id, title, file, line, state, approved, reason, agent, output, scheduled, deadline } = task
  const [isOpen, setOpen] = useState(false)
  const isOver = /^(?:DONE|FAILED|REVIEW|CANCELL?ED)$/.test(state)
  return (
    <li>
      <span className={`night-${state.toLowerCase()}`}>{state}</span> <strong dir="auto">{title}</strong>
      <div className="soft">
        {file}:{line}
        {!isOver && (
          <>
            {' · '}
            <span className={approved ? '' : 'state-waiting'}>{approved ? said.approved : said.unapproved}</span>
          </>
        )}
        {agent !== undefined && (
          <>
            {' · '}
            <Link to="/agent/$" params={{ _splat: agent }}>
              {agent}
            </Link>
          </>
        )}
        {scheduled !== undefined && (
          <>
            {' · '}
            {said.due} <Ago at={scheduled} />
          </>
        )}
        {deadline !== undefined && (
          <>
            {' · '}
            {said.deadline} <Ago at={deadline} />
          </>
        )}
      </div>
      {reason !== undefined && <div dir="auto">{reason}</div>}
      {output !== undefined && (
        <div>
          {said.output}:{' '}
          <Link to="/note/$" params={{ _splat: output }}>
            {output}
          </Link>
        </div>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{said.details}</summary>
        {isOpen && <Details id={id} isApprovable={!approved} onWord={onWord} />}
      </details>
      {onWord !== undefined && (
        <p className="actions">
          {isOver && (
            <button type="button" onClick={() => onWord({ kind: 'retry', id })}>
              {said.doAgain}
            </button>
          )}
          {(!isOver || state === 'REVIEW') && (
            <button type="button" onClick={() => onWord({ kind: 'cancel', id })}>
              {said.cancel}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

function Details({
  id,
  isApprovable,
  onWord,
}: {
  readonly id: string
  readonly isApprovable: boolean
  readonly onWord: ((word: TaskWord) => void) | undefined
}): ReactNode {
  return (
    <Answered answer={useAnswer('nightshift.show', { task: id })}>
      {({ title, text, properties, digest, executions, job }) => (
        <>
          <pre dir="auto" tabIndex={0}>
            {[title, ...Object.entries(properties).map(([name, value]) => `${name}: ${value}`), '', text].join('\n')}
          </pre>
          {job?.error !== undefined && <p dir="auto">{job.error}</p>}
          {executions.length > 0 && (
            <>
              <h3>{said.runs}</h3>
              <ul>
                {executions.map((one) => (
                  <li key={one.id}>
                    <Link to="/agent/$" params={{ _splat: one.agent_id }} hash={one.id}>
                      {one.agent_id}
                    </Link>{' '}
                    <span className={`status-${one.status}`}>{one.status}</span> · <Ago at={one.timestamp} />
                    {one.cost_usd !== undefined && ` · $${one.cost_usd.toFixed(4)}`}
                  </li>
                ))}
              </ul>
            </>
          )}
          {isApprovable && onWord !== undefined && (
            <button type="button" onClick={() => onWord({ kind: 'approve', digest })}>
              {said.approve}
            </button>
          )}
        </>
      )}
    </Answered>
  )
}
