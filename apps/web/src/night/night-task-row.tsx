import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { AgentLink, NoteLink } from '../frame/links.tsx'
import { Ago, Answered, Button } from '../frame/pieces.tsx'
import { nightTexts as said } from '../texts/night.ts'
import type { NightTask, TaskWord } from './night-tasks.tsx'

type NightTaskRowProps = { readonly task: NightTask; readonly onWord: ((word: TaskWord) => void) | undefined }

/** One task with its state and why; what it asks for is shown before it can be approved. */
export function NightTaskRow({ task, onWord }: NightTaskRowProps): ReactNode {
  const { id, title, file, line, state, approved, reason, agent, output, scheduled, deadline } = task
  const [isOpen, setOpen] = useState(false)
  const isOver = /^(?:DONE|FAILED|REVIEW|CANCELL?ED)$/.test(state)
  const dates = [
    [said.due, scheduled],
    [said.deadline, deadline],
  ] as const
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
            <AgentLink id={agent} />
          </>
        )}
        {dates.map(([name, at]) =>
          at === undefined ? null : (
            <span key={name}>
              {' · '}
              {name} <Ago at={at} />
            </span>
          ),
        )}
      </div>
      {reason !== undefined && <div dir="auto">{reason}</div>}
      {output !== undefined && (
        <div>
          {said.output}: <NoteLink path={output} />
        </div>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{said.details}</summary>
        {isOpen && <Details id={id} isApprovable={!approved} onWord={onWord} />}
      </details>
      {onWord !== undefined && (
        <p className="actions">
          {isOver && <Button text={said.doAgain} onClick={() => onWord({ kind: 'retry', id })} />}
          {(!isOver || state === 'REVIEW') && (
            <Button text={said.cancel} onClick={() => onWord({ kind: 'cancel', id })} />
          )}
        </p>
      )}
    </li>
  )
}

type DetailsProps = {
  readonly id: string
  readonly isApprovable: boolean
  readonly onWord: ((word: TaskWord) => void) | undefined
}

function Details({ id, isApprovable, onWord }: DetailsProps): ReactNode {
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
                    <AgentLink id={one.agent_id} hash={one.id} />{' '}
                    <span className={`status-${one.status}`}>{one.status}</span> · <Ago at={one.timestamp} />
                    {one.cost_usd !== undefined && ` · $${one.cost_usd.toFixed(4)}`}
                  </li>
                ))}
              </ul>
            </>
          )}
          {isApprovable && onWord !== undefined && (
            <Button text={said.approve} onClick={() => onWord({ kind: 'approve', digest })} />
          )}
        </>
      )}
    </Answered>
  )
}
