import { type ReactNode, useEffect } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Ago, Answered, Section } from '../frame/pieces.tsx'
import { agentsTexts as said } from '../texts/agents.ts'
import { RunJudgements } from './run-judgements.tsx'

/** The runs of an agent, the last first; the address may name one. */
export function AgentRuns({ agent }: { readonly agent: string }): ReactNode {
  const answer = useAnswer('log.list', { agent, limit: 50 })
  const isThere = answer.data !== undefined
  useEffect(() => {
    if (isThere && location.hash.length > 1)
      document.querySelector(`#${CSS.escape(location.hash.slice(1))}`)?.scrollIntoView()
  }, [isThere])
  return (
    <Section title={said.runs}>
      <Answered answer={answer}>
        {({ executions }) =>
          executions.length === 0 ? (
            <p className="soft">{said.noRuns}</p>
          ) : (
            <ul className="rows">
              {executions.map(({ id, task = '', timestamp, status, duration_ms: took, tokens_out: tokens, error }) => (
                <li key={id} id={id}>
                  <div dir="auto" className="cut">
                    {task === '' ? id : task}
                  </div>
                  <div className="soft">
                    <span className={`status-${status}`}>{status}</span> · <Ago at={timestamp} /> ·{' '}
                    {(took / 1000).toFixed(1)} s{tokens === undefined ? '' : ` · ${said.tokens(tokens)}`} ·{' '}
                    <code>{id}</code>
                  </div>
                  {error !== undefined && <div dir="auto">{error.message}</div>}
                  <RunJudgements id={id} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Section>
  )
}
