import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Field } from '../frame/form.tsx'
import { AgentLink } from '../frame/links.tsx'
import { LongList } from '../frame/long-list.tsx'
import { Answered, Empty, Tags, Title } from '../frame/pieces.tsx'
import { agentsTexts as said } from '../texts/agents.ts'
import { AgentCalls } from './agent-calls.tsx'

export function AgentsPage(): ReactNode {
  const answer = useAnswer('agents.list', { deprecated: false, dynamic: true })
  const { may } = useApi()
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
                <Field
                  label={said.filter}
                  type="search"
                  value={words}
                  onChange={(event) => setWords(event.target.value)}
                />
              </div>
              <p className="soft" role="status">
                {shown.length === 0 ? said.noMatch : said.count(shown.length)}
              </p>
              {may('read') && <AgentCalls />}
              <LongList items={shown} label={said.title} keyOf={({ id }) => id}>
                {({ id, name, description, tags, disabled }) => (
                  <>
                    <AgentLink id={id} text={name === '' ? id : name} />
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
