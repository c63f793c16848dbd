import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import { type ReactNode, useState } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { type FieldOf, Form } from '../frame/form.tsx'
import { NoteLink } from '../frame/links.tsx'
import { Ago, Button, Tags, TextList } from '../frame/pieces.tsx'
import { memoryTexts as said } from '../texts/memory.ts'
import { reviewReason } from './review-reason.ts'

export type Memory = OutputOf<'memory.list'>['memories'][number]

export type MemoryAction = (
  memory: Memory,
  asked:
    | { readonly kind: 'retract' | 'confirm' | 'pin' | 'unpin' }
    | { readonly kind: 'update'; readonly text: string },
) => Promise<void>

type MemoryRowProps = {
  readonly memory: Memory
  readonly onAction: MemoryAction
  /** Of the row, where a memory stands on a page twice. */
  readonly id?: string
}

/** One memory, where it comes from, what became of it, and what can be done. */
export function MemoryRow({ memory, onAction, id = memory.id }: MemoryRowProps): ReactNode {
  const { may } = useApi()
  const [isEdited, setEdited] = useState(false)
  const { summary, insights, agent_id: agent, timestamp, status, visibility, type, tags, pinned } = memory
  const reason = reviewReason(memory)
  const holds = status === 'candidate' || status === 'confirmed'
  const save = (fieldOf: FieldOf): void => {
    setEdited(false)
    void onAction(memory, { kind: 'update', text: fieldOf('text') })
  }
  return (
    <li id={id} className={holds ? '' : 'past'}>
      {isEdited ? (
        <Form onSend={save}>
          <textarea name="text" aria-label={said.newText} defaultValue={summary} rows={3} required dir="auto" />
          <button type="submit">{said.save}</button>
          <Button text={said.cancel} onClick={() => setEdited(false)} />
        </Form>
      ) : (
        <p dir="auto" className="lines">
          {summary}
        </p>
      )}
      {insights.length > 0 && <TextList lines={insights} />}
      <p className="soft">
        {type} · {visibility} · <span className={`status-${status}`}>{status}</span>
        {pinned === true && ` · ${said.pinned}`} · {said.by(agent)} · <Ago at={timestamp} />
        <Origin memory={memory} />
      </p>
      {reason !== undefined && <p className="state-waiting">{said.reasons[reason]}</p>}
      {memory.retraction !== undefined && (
        <p className="soft" dir="auto">
          {said.because(memory.retraction)}
        </p>
      )}
      <Tags tags={tags} />
      {holds && may('write') && !isEdited && (
        <p className="actions">
          <Button text={said.correct} onClick={() => setEdited(true)} />
          {status === 'candidate' && (
            <Button text={said.confirm} onClick={() => void onAction(memory, { kind: 'confirm' })} />
          )}
          <Button
            text={pinned === true ? said.unpin : said.pin}
            onClick={() => void onAction(memory, { kind: pinned === true ? 'unpin' : 'pin' })}
          />
          <Button text={said.retract} onClick={() => void onAction(memory, { kind: 'retract' })} />
        </p>
      )}
    </li>
  )
}

type OriginProps = { readonly memory: Memory }

function Origin({ memory: { source, source_execution: run, supersedes, superseded_by: by } }: OriginProps): ReactNode {
  const others = [
    [said.supersededBy, by],
    [said.supersedes, supersedes],
  ] as const
  return (
    <>
      {source !== undefined && (
        <>
          {' · '}
          <NoteLink path={source.path} text={said.from(source.path)} />
        </>
      )}
      {run !== undefined && ` · ${said.from(run)}`}
      {others.map(([name, id]) =>
        id === undefined ? null : (
          <span key={name}>
            {' · '}
            {name}{' '}
            <Link to="/memory" search={{ id }}>
              {id}
            </Link>
          </span>
        ),
      )}
    </>
  )
}
