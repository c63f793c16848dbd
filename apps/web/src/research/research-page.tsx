import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Ago, Answered, Button, Empty, Section, TextList, Title } from '../frame/pieces.tsx'
import { researchTexts as said } from '../texts/research.ts'
import { useWork } from '../works/use-work.ts'
import { WorkPanel } from '../works/work-panel.tsx'
import { NewResearch } from './new-research.tsx'

const changes = ['research.list', 'research.report', 'research.waiting', 'notes.recent', 'undo.list'] as const

export function ResearchPage(): ReactNode {
  const { may } = useApi()
  const mayAsk = may('research')
  const begun = useWork('research', { isIt: () => true, changes })
  const resumed = useWork('research.resume', { isIt: () => true, changes })
  const isBusy = [begun, resumed].some(({ work }) => work.state === 'running')
  return (
    <>
      <Title about={<p className="soft">{said.text}</p>}>{said.title}</Title>
      {mayAsk && <NewResearch isBusy={isBusy} onStart={begun.start} />}
      {[begun, resumed].map((one, index) => (
        <section key={index === 0 ? 'begun' : 'resumed'} aria-live="polite">
          {one.work.input !== undefined && one.work.state !== 'idle' && (
            <p dir="auto">{'topic' in one.work.input ? one.work.input.topic : undefined}</p>
          )}
          <WorkPanel {...one} />
          {one.work.result !== undefined && (
            <p className="notice">
              <Link to="/research/$run" params={{ run: one.work.result.run }}>
                {one.work.result.topic}
              </Link>{' '}
              {one.work.result.state}
            </p>
          )}
        </section>
      ))}
      <Section title={said.runs}>
        <Answered answer={useAnswer('research.list', {})}>
          {({ runs }) => (
            <>
              {runs.length === 0 && <Empty text={said.noRuns} hint={said.noRunsHint} />}
              <ul className="rows" aria-label={said.runs}>
                {runs.map(({ id, topic, createdAt, state, reason, cost_usd: cost, steps }) => (
                  <li key={id}>
                    <Link to="/research/$run" params={{ run: id }}>
                      <span dir="auto">{topic}</span>
                    </Link>
                    <div className="soft">
                      <span className={`night-${state}`}>{state}</span> · <Ago at={createdAt} /> · {said.steps(steps)} ·{' '}
                      {said.cost(cost)} · <code>{id}</code>
                    </div>
                    {reason !== undefined && state !== 'done' && <div dir="auto">{reason}</div>}
                    {mayAsk && (state === 'interrupted' || state === 'failed') && (
                      <Button text={said.resume} disabled={isBusy} onClick={() => resumed.start({ run: id })} />
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Answered>
      </Section>
      <Waiting />
    </>
  )
}

function Waiting(): ReactNode {
  const { data } = useAnswer('research.waiting', {})
  return data === undefined || data.tasks.length === 0 ? null : (
    <Section title={said.waiting}>
      <TextList lines={data.tasks.map(({ topic }) => topic)} />
    </Section>
  )
}
