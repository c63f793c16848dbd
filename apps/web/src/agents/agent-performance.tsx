import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Answered } from '../frame/pieces.tsx'
import { agentFactsTexts as said } from '../texts/agent-facts.ts'

type Run = OutputOf<'log.list'>['executions'][number]

const [width, height, most] = [240, 48, 60]

/** How the runs of an agent went, as figures and small pictures. */
export function AgentPerformance({ agent: { id, performance } }: { agent: OutputOf<'agents.show'> }): ReactNode {
  const figures = [
    [said.figures.total, performance?.total_executions],
    [
      said.figures.success,
      performance?.success_rate === undefined ? undefined : said.percent(performance.success_rate),
    ],
    [
      said.figures.took,
      performance?.avg_duration_ms === undefined ? undefined : said.seconds(performance.avg_duration_ms),
    ],
    [
      said.figures.feedback,
      performance?.reputation === undefined
        ? undefined
        : said.positive(performance.reputation.positive_rate, performance.reputation.feedback_count),
    ],
  ] as const
  return (
    <section>
      <h2>{said.performance}</h2>
      <dl className="figures">
        {figures.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Answered answer={useAnswer('log.list', { agent: id, limit: most })}>
        {({ executions }) =>
          executions.length === 0 ? (
            <p className="soft">{said.noRuns}</p>
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
    </section>
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
