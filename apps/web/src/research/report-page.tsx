import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { DataTable } from '../frame/data-table.tsx'
import { NoteLink } from '../frame/links.tsx'
import { Ago, Answered, Section, TextList, Title } from '../frame/pieces.tsx'
import { researchTexts } from '../texts/research.ts'
import { Contradictions } from './contradictions.tsx'
import { Passage } from './passage.tsx'
import { Podcast } from './podcast.tsx'
import { Cites, type Report, SourceName } from './report-pieces.tsx'

const said = researchTexts.report

/** What a run found: each claim with its quotations, or one of them where it was read. */
export function ReportPage(): ReactNode {
  const { run } = useParams({ from: '/research/$run' })
  const { quotation } = useSearch({ from: '/research/$run' })
  const answer = useAnswer('research.report', { run, ...(quotation === undefined ? {} : { quotation }) })
  return (
    <Answered answer={answer}>
      {(report) =>
        quotation === undefined ? (
          <Whole report={report} />
        ) : (
          <Passage run={run} topic={report.topic} passage={report.passage} />
        )
      }
    </Answered>
  )
}

function Whole({ report }: { readonly report: Report }): ReactNode {
  const { id, topic, state, createdAt, cost_usd: cost, opening, claims, quotations, gaps, result } = report
  const good = quotations.filter((one) => one.state !== 'changed').length
  const actions = result?.action_items ?? report.action_items
  return (
    <>
      <Title
        about={
          <p className="soft">
            <span className={`night-${state}`}>{state}</span> · <Ago at={createdAt} /> · {researchTexts.cost(cost)} ·{' '}
            <code>{id}</code>
          </p>
        }
      >
        {topic}
      </Title>
      {opening !== undefined && <p dir="auto">{opening}</p>}
      {claims.length === 0 && <p>{said.notYet}</p>}
      {quotations.length > 0 && <p className="soft">{said.verified(good, quotations.length)}</p>}
      <Findings title={said.agreement} report={report} findings={claims.filter((one) => one.independent >= 2)} />
      <Contradictions report={report} />
      <Findings title={said.single} report={report} findings={claims.filter((one) => one.independent < 2)} />
      <Lines title={said.gaps} lines={gaps} />
      <Lines title={said.actions} lines={actions} />
      {result !== undefined && <Podcast run={id} result={result} />}
      {result !== undefined && <Written result={result} />}
      {result !== undefined && (
        <Section title={said.sources}>
          <DataTable
            label={said.sources}
            columns={said.sourceColumns}
            rows={result.sources.map(({ title, url, authority, status }) => [
              <SourceName key="name" title={title} url={url} />,
              authority,
              status,
            ])}
          />
        </Section>
      )}
      {result !== undefined && <Lines title={said.problems} lines={result.problems} />}
    </>
  )
}

type FindingsProps = { readonly title: string; readonly report: Report; readonly findings: Report['claims'] }

function Findings({ title, report: { id, quotations }, findings }: FindingsProps): ReactNode {
  if (findings.length === 0) return null
  const notes = new Map(quotations.map((one) => [one.id, one.source]))
  return (
    <Section title={title}>
      <ul className="rows" aria-label={title}>
        {findings.map(({ id: of, text, evidence, local, convergence, state }) => (
          <li key={of}>
            <span dir="auto">{text}</span> <Cites run={id} ids={evidence} />
            <div className="soft">
              <span className={`claim-${state}`}>{said.states[state]}</span> · {convergence}
            </div>
            {local.length > 0 && (
              <div className="soft" dir="auto">
                {said.yours} {[...new Set(local.map((one) => notes.get(one)?.title))].join(', ')}{' '}
                <Cites run={id} ids={local} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): ReactNode {
  return lines.length === 0 ? null : (
    <Section title={title}>
      <TextList lines={lines} />
    </Section>
  )
}

function Written({ result }: { readonly result: NonNullable<Report['result']> }): ReactNode {
  const { summary_path: summary, report_path: report, literature_notes: notes, zettels, gone = [] } = result
  const paths = [report, summary, ...notes, ...zettels].filter((one) => one !== undefined)
  return (
    <Section title={said.files}>
      <ul aria-label={said.files}>
        {paths.map((path) => (
          <li key={path}>
            {gone.includes(path) ? (
              <>
                {path} <span className="soft">{said.gone}</span>
              </>
            ) : (
              <NoteLink path={path} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
