import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { LongList } from '../frame/long-list.tsx'
import { Answered, Empty, Tags, Title } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { AgentCalls } from './agent-calls.tsx'

const said = texts.agents

export function AgentsPage(): ReactNode {
  const answer = useAnswer('agents.list', { deprecated: false, dynamic: true })
  const { session } = useApi()
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase()
  return (
    <>
      <Title>{said.title}</Title>
      <Answered answer={answer}>
        {({ agents }) => {
          if (agents.length === 0) return <Empty text={said.empty} hint={said.emptyHint} command={said.emptyCommand} />
          const shown = agents.filter((one) =>
            `${one.id} ${one.name} ${one.description}`.toLowerCase().includes(wanted),
          )
          return (
            <>
              <div className="filters">
                <label>
                  {said.filter}
                  <input type="search" value={words} onChange={(event) => setWords(event.target.value)} />
                </label>
              </div>
              <p className="soft" role="status">
                {shown.length === 0 ? said.noMatch : said.count(shown.length)}
              </p>
              {session.rights.includes('read') && <AgentCalls />}
              <LongList items={shown} label={said.title} keyOf={({ id }) => id}>
                {({ id, name, description, tags, disabled }) => (
                  <>
                    <Link to="/agent/$" params={{ _splat: id }}>
                      {name === '' ? id : name}
                    </Link>
                    {disabled && <span className="soft"> · {said.disabled}</span>}
                    <div className="cut" dir="auto">
                      {description}
                    </div>
                    <Tags tags={tags} />
                  </>
                )}
              </LongList>
            </>
          )
        }}
      </Answered>
    </>
  )
}
