import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { Ago, Tags, TextList } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { memoryReviewTexts } from '../texts/memory-review.ts'
import { reviewReason } from './review-reason.ts'

const said = texts.memory

export type Memory = OutputOf<'memory.list'>['memories'][number]

export type MemoryAction = (
  memory: Memory,
  asked:
    | { readonly kind: 'retract' | 'confirm' | 'pin' | 'unpin' }
    | { readonly kind: 'update'; readonly text: string },
) => Promise<void>

/** One memory, where it comes from, what became of it, and what can be done. */
export function MemoryRow({
  memory,
  onAction,
  id = memory.id,
}: {
  readonly memory: Memory
  readonly onAction: MemoryAction
  /** Of the row, where a memory stands on a page twice. */
  readonly id?: string
}): ReactNode {
  const { session } = useApi()
  const [isEdited, setEdited] = useState(false)
  const { summary, insights, agent_id: agent, timestamp, status, visibility, type, tags, pinned } = memory
  const reason = reviewReason(memory)
  const holds = status === 'candidate' || status === 'confirmed'
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    setEdited(false)
    if (typeof text === 'string') void onAction(memory, { kind: 'update', text })
  }
  return (
    <li id={id} className={holds ? '' : 'past'}>
      {isEdited ? (
        <form onSubmit={save}>
          <textarea name="text" aria-label={said.newText} defaultValue={summary} rows={3} required dir="auto" />
          <button type="submit">{said.save}</button>
          <button type="button" onClick={() => setEdited(false)}>
            {said.cancel}
          </button>
        </form>
      ) : (
        <p dir="auto" className="lines">
          {summary}
        </p>
      )}
      {insights.length > 0 && <TextList lines={insights} />}
      <p className="soft">
        {type} · {visibility} · <span className={`status-${status}`}>{status}</span>
        {pinned === true && ` · ${memoryReviewTexts.pinned}`} · {said.by(agent)} · <Ago at={timestamp} />
        <Origin memory={memory} />
      </p>
      {reason !== undefined && <p className="state-waiting">{memoryReviewTexts.reasons[reason]}</p>}
      {memory.retraction !== undefined && (
        <p className="soft" dir="auto">
          {memoryReviewTexts.because(memory.retraction)}
        </p>
      )}
      <Tags tags={tags} />
      {holds && session.rights.includes('write') && !isEdited && (
        <p className="actions">
          <button type="button" onClick={() => setEdited(true)}>
            {said.correct}
          </button>
          {status === 'candidate' && (
            <button type="button" onClick={() => void onAction(memory, { kind: 'confirm' })}>
              {said.confirm}
            </button>
          )}
          <button type="button" onClick={() => void onAction(memory, { kind: pinned === true ? 'unpin' : 'pin' })}>
            {pinned === true ? memoryReviewTexts.unpin : memoryReviewTexts.pin}
          </button>
          <button type="button" onClick={() => void onAction(memory, { kind: 'retract' })}>
            {said.retract}
          </button>
        </p>
      )}
    </li>
  )
}

function Origin({
  memory: { source, source_execution: run, supersedes, superseded_by: by },
}: {
  readonly memory: Memory
}): ReactNode {
  const others = [
    [said.supersededBy, by],
    [said.supersedes, supersedes],
  ] as const
  return (
    <>
      {source !== undefined && (
        <>
          {' · '}
          <Link to="/note/$" params={{ _splat: source.path }}>
            {said.from(source.path)}
          </Link>
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
