import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Answered, Button, Empty, Section, Title } from '../frame/pieces.tsx'
import { useChange } from '../frame/use-change.tsx'
import { memoryTexts as said } from '../texts/memory.ts'
import { AgentRecall } from './agent-recall.tsx'
import { type Memory, type MemoryAction, MemoryRow } from './memory-row.tsx'
import { reviewReason } from './review-reason.ts'

/** What was remembered, by whom and from where; to correct, retract and confirm, each of which can be undone. */
export function MemoryPage(): ReactNode {
  const { agent, id } = useSearch({ from: '/memory' })
  const navigate = useNavigate()
  const { call } = useApi()
  const [isAll, setAll] = useState(id !== undefined)
  const [limit, setLimit] = useState(100)
  const { act, outcome } = useChange(['memory.list', 'search.everything'])
  const everything = useAnswer('memory.list', { all: true, limit: 10_000 })
  const answer = useAnswer(
    'memory.list',
    { ...(agent === undefined ? {} : { agent }), all: isAll, limit },
    { keeps: true },
  )
  const known = useAnswer('agents.list', {})
  const agents = [...new Set(everything.data?.memories.map((one) => one.agent_id))].toSorted()
  const change: MemoryAction = async (memory, asked) =>
    await act(async () => {
      if (asked.kind === 'update')
        return { text: said.corrected, ...(await call('memory.update', { id: memory.id, text: asked.text })) }
      if (asked.kind === 'pin' || asked.kind === 'unpin') {
        const { undo } = await call('memory.pin', { id: memory.id, off: asked.kind === 'unpin' })
        return { text: asked.kind === 'pin' ? said.pinnedNow : said.unpinnedNow, undo }
      }
      const operation = asked.kind === 'retract' ? 'memory.retract' : 'memory.confirm'
      const { undo } = await call(operation, { id: memory.id })
      return { text: asked.kind === 'retract' ? said.retracted : said.confirmed, undo }
    })
  const shown = (memories: readonly Memory[]): readonly Memory[] =>
    memories.filter((one) => id === undefined || one.id === id)
  return (
    <>
      <Title about={<p className="soft">{said.text}</p>}>{said.title}</Title>
      <div className="filters">
        <label>
          {said.agent}
          <select
            value={agent ?? ''}
            onChange={({ target }) =>
              void navigate({ to: '/memory', search: target.value === '' ? {} : { agent: target.value } })
            }
          >
            <option value="">{said.everyone}</option>
            {agents.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={isAll} onChange={(event) => setAll(event.target.checked)} /> {said.past}
        </label>
        {id !== undefined && <Link to="/memory">{said.everyone}</Link>}
      </div>
      {outcome}
      <Review memories={everything.data?.memories ?? []} onAction={change} />
      <Answered answer={answer}>
        {({ memories, more }) =>
          shown(memories).length === 0 ? (
            <Empty text={said.empty} hint={said.emptyHint} command={said.emptyCommand} />
          ) : (
            <>
              <Days memories={shown(memories)} onAction={change} />
              {more && <Button text={said.more} onClick={() => setLimit(limit * 2)} />}
            </>
          )
        }
      </Answered>
      <AgentRecall agents={(known.data?.agents ?? []).map((one) => one.id)} />
    </>
  )
}

type Shown = { readonly memories: readonly Memory[]; readonly onAction: MemoryAction }

/** What waits for a person, apart from what agents are given. */
function Review({ memories, onAction }: Shown): ReactNode {
  const waiting = memories.filter((one) => reviewReason(one) !== undefined)
  return waiting.length === 0 ? null : (
    <Section title={said.review} className="notice" aria-label={said.review}>
      <p className="soft">{said.reviewText}</p>
      <ul className="rows">
        {waiting.map((memory) => (
          <MemoryRow key={memory.id} memory={memory} onAction={onAction} id={`review-${memory.id}`} />
        ))}
      </ul>
    </Section>
  )
}

/** Memories by the day on which they were first remembered, the newest first. */
function Days({ memories, onAction }: Shown): ReactNode {
  const days = Map.groupBy(memories, ({ timestamp }) => timestamp.slice(0, 10))
  return [...days].map(([day, some]) => (
    <section key={day}>
      <h2>
        <time dateTime={day}>{day}</time>
      </h2>
      <ul className="rows">
        {some.map((memory) => (
          <MemoryRow key={memory.id} memory={memory} onAction={onAction} />
        ))}
      </ul>
    </section>
  ))
}
