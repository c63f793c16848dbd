import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Facts } from '../frame/facts.tsx'
import { Answered, Section } from '../frame/pieces.tsx'
import { agentsTexts as said } from '../texts/agents.ts'

type Run = OutputOf<'log.list'>['executions'][number]

const [width, height, most] = [240, 48, 60]

/** How the runs of an agent went, as figures and small pictures. */
export function AgentPerformance({ agent: { id, performance } }: { agent: OutputOf<'agents.show'> }): ReactNode {
  const { total_executions: total, success_rate: rate, avg_duration_ms: ms, reputation } = performance ?? {}
  const figures = [
    [said.figures.total, total],
    [said.figures.success, rate === undefined ? undefined : said.percent(rate)],
    [said.figures.took, ms === undefined ? undefined : said.seconds(ms)],
    [said.figures.feedback, reputation && said.positive(reputation.positive_rate, reputation.feedback_count)],
  ] as const
  return (
    <Section title={said.performance}>
      <Facts facts={figures} className="figures" />
      <Answered answer={useAnswer('log.list', { agent: id, limit: most })}>
        {({ executions }) =>
          executions.length === 0 ? (
            <p className="soft">{said.noFigures}</p>
          ) : (
            <div className="charts">
              <Chart name={said.charts.took} runs={executions} of={(one) => one.duration_ms / 1000} />
              <Chart
                name={said.charts.tokens}
                runs={executions}
                of={(one) => (one.tokens_in ?? 0) + (one.tokens_out ?? 0)}
              />
              <Chart name={said.charts.cost} runs={executions} of={(one) => one.cost_usd ?? 0} />
            </div>
          )
        }
      </Answered>
    </Section>
  )
}

/** A bar for each run, the newest at the right; none where there is nothing to see. */
function Chart({ name, runs, of }: { name: string; runs: readonly Run[]; of: (run: Run) => number }): ReactNode {
  const values = runs.map(of).toReversed()
  const greatest = Math.max(...values)
  if (greatest <= 0) return null
  const failed = runs.filter(({ status }) => status !== 'success').length
  const label = said.chart(name, short(values.at(-1) ?? 0), short(greatest), failed)
  const step = width / Math.max(values.length, 12)
  return (
    <figure>
      <svg viewBox={`0 0 ${String(width)} ${String(height)}`} role="img" aria-label={label} className="chart">
        {values.map((value, place) => {
          const tall = Math.max(1, (value / greatest) * height)
          const run = runs[runs.length - 1 - place]
          return (
            <rect
              key={run?.id}
              x={place * step}
              y={height - tall}
              width={Math.max(1, step - 1)}
              height={tall}
              className={run?.status === 'success' ? 'good' : 'bad'}
            />
          )
        })}
      </svg>
      <figcaption className="soft">{label}</figcaption>
    </figure>
  )
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
