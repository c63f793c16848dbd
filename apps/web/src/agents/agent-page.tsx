import { useParams } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Facts } from '../frame/facts.tsx'
import { AgentLink } from '../frame/links.tsx'
import { Answered, Section, Title } from '../frame/pieces.tsx'
import { agentsTexts as said } from '../texts/agents.ts'
import { AgentCalls } from './agent-calls.tsx'
import { AgentContext } from './agent-context.tsx'
import { AgentIdentity } from './agent-identity.tsx'
import { AgentPerformance } from './agent-performance.tsx'
import { AgentRuns } from './agent-runs.tsx'
import { AgentVersions } from './agent-versions.tsx'
import { RunAgent } from './run-agent.tsx'

type Agent = OutputOf<'agents.show'>

/** What an agent does, what it would be given, how it ran; and to run it. */
export function AgentPage(): ReactNode {
  const { _splat: id = '' } = useParams({ from: '/agent/$' })
  const { may } = useApi()
  return (
    <Answered key={id} answer={useAnswer('agents.show', { agent: id })}>
      {(agent) => (
        <>
          <Title about={<About agent={agent} />}>{agent.name === '' ? agent.id : agent.name}</Title>
          <p dir="auto" className="lines">
            {agent.description}
          </p>
          <Skills agent={agent} />
          <Relations agent={agent} />
          {may('read') && <AgentCalls agent={agent.id} />}
          {may('run') && <RunAgent agent={agent.id} />}
          {may('read') && <AgentContext agent={agent.id} />}
          {may('read') && <AgentRuns agent={agent.id} />}
          {may('read') && <AgentPerformance agent={agent} />}
          {may('read') && <AgentVersions agent={agent} />}
          {may('read') && <AgentIdentity agent={agent} />}
        </>
      )}
    </Answered>
  )
}

function About({ agent: { id, module, version, disabled, deprecated } }: { agent: Agent }): ReactNode {
  const facts = [
    id,
    version,
    module === null ? undefined : said.module(module),
    disabled ? said.disabled : undefined,
    deprecated === true ? said.deprecated : undefined,
  ]
  return <p className="soft">{facts.filter((one) => one !== undefined).join(' · ')}</p>
}

function Skills({ agent: { skills } }: { agent: Agent }): ReactNode {
  return (
    <Section title={said.skills}>
      {skills.length === 0 && <p className="soft">{said.noSkills}</p>}
      <ul className="rows">
        {skills.map(({ id, name, description, examples }) => (
          <li key={id}>
            <strong dir="auto">{name}</strong>
            <div dir="auto">{description}</div>
            {examples?.map((one) => (
              <div key={one} className="matched" dir="auto">
                {one}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Relations({ agent: { spawns = [], can_be_called_by: callers = [], relations } }: { agent: Agent }): ReactNode {
  const groups = [
    [said.spawns, spawns],
    [said.spawnedBy, relations.spawned_by],
    [said.callers, callers],
  ] as const
  if (groups.every(([, ids]) => ids.length === 0)) return null
  return (
    <Section title={said.relations}>
      <Facts
        facts={groups.map(([name, ids]) => [
          name,
          ids.length === 0 ? undefined : ids.map((id) => <AgentLink key={id} id={id} className="each" />),
        ])}
      />
    </Section>
  )
}
