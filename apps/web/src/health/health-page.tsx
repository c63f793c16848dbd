import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Answered, Button, Problem, Section, Title } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { healthTexts as said } from '../texts/health.ts'
import { type Repair, repairOf } from './repair-of.ts'
import { Settings } from './settings.tsx'
import { Sources } from './sources.tsx'
import { Trust } from './trust.tsx'

/** What is to be mended, what the space may do, what is installed, what is set. */
export function HealthPage(): ReactNode {
  const modules = useAnswer('modules.list', {})
  return (
    <>
      <Title>{said.title}</Title>
      <Section title={said.findings}>
        <Findings />
      </Section>
      <Trust />
      <Section title={said.modules}>
        <Answered answer={modules}>
          {({ modules: some }) => (
            <ul className="rows">
              {some.length === 0 && <li>{said.noModules}</li>}
              {some.map(({ name, version, description, agents, origin }) => (
                <li key={name}>
                  <strong>{name}</strong> {version}
                  <div>{description}</div>
                  <div className="soft">
                    {origin} · {said.agentsOf(agents.length)}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Answered>
      </Section>
      <Sources />
      <Settings />
    </>
  )
}

function Findings(): ReactNode {
  const answer = useAnswer('doctor', {})
  const { call } = useApi()
  const queries = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (name: Repair) => await call(name, {}),
    onSettled: async () => await queries.invalidateQueries(),
  })
  const sayOf = (finding: OutputOf<'doctor'>['findings'][number]): ReactNode => {
    const { code, severity, subject, message, hint } = finding
    const mends = repairOf(finding)
    return (
      <li key={`${code} ${subject} ${message}`}>
        <span className={`severity-${severity}`}>{severity}</span> <strong dir="auto">{subject}</strong>
        <div dir="auto">{message}</div>
        <div className="soft">
          {hint} <code>{code}</code>
        </div>
        {mends !== undefined && (
          <Button text={said.repairs[mends]} disabled={isPending} onClick={() => mutate(mends)} />
        )}
      </li>
    )
  }
  return (
    <>
      {isPending && <p role="status">{texts.loading}</p>}
      {isSuccess && <p role="status">{said.repaired}</p>}
      {error !== null && <Problem error={error} />}
      <Answered answer={answer}>
        {({ findings }) =>
          findings.length === 0 ? <p>{said.fine}</p> : <ul className="rows">{findings.map((one) => sayOf(one))}</ul>
        }
      </Answered>
    </>
  )
}
