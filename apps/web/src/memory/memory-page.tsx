import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Answered, Empty, Title } from '../frame/pieces.tsx'
import { useChange } from '../frame/use-change.tsx'
import { texts } from '../texts.ts'
import { type Memory, type MemoryAction, MemoryRow } from './memory-row.tsx'

const said = texts.memory

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
  const agents = [...new Set(everything.data?.memories.map((one) => one.agent_id))].toSorted()
  const change: MemoryAction = async (memory, asked) =>
    await act(async () => {
      if (asked.kind === 'update')
        return { text: said.corrected, ...(await call('memory.update', { id: memory.id, text: asked.text })) }
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
      <Answered answer={answer}>
        {({ memories, more }) =>
          shown(memories).length === 0 ? (
            <Empty text={said.empty} hint={said.emptyHint} command={said.emptyCommand} />
          ) : (
            <>
              <ul className="rows">
                {shown(memories).map((memory) => (
                  <MemoryRow key={memory.id} memory={memory} onAction={change} />
                ))}
              </ul>
              {more && (
                <button type="button" onClick={() => setLimit(limit * 2)}>
                  {said.more}
                </button>
              )}
            </>
          )
        }
      </Answered>
    </>
  )
}
