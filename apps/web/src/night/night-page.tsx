import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { DataTable } from '../frame/data-table.tsx'
import { NoteLink } from '../frame/links.tsx'
import { Ago, Answered, Button, Command, Section, TextList, Title } from '../frame/pieces.tsx'
import { NoteBody } from '../notes/note-body.tsx'
import { nightTexts as said } from '../texts/night.ts'
import { useWork } from '../works/use-work.ts'
import { WorkPanel } from '../works/work-panel.tsx'
import { NightTasks } from './night-tasks.tsx'

/** What the last night did and cost, what needs a person, and the tasks for the next one. */
export function NightPage(): ReactNode {
  const { may } = useApi()
  const today = useAnswer('today', {})
  return (
    <>
      <Title about={<p className="soft">{said.text}</p>}>{said.title}</Title>
      <Answered answer={useAnswer('nightshift.status', {})}>{(status) => <Status status={status} />}</Answered>
      <Answered answer={today}>
        {({ needs, briefing_path: briefing }) => (
          <>
            <Section title={said.needs}>
              {needs.length === 0 && <p className="soft">{said.needsNothing}</p>}
              <TextList lines={needs} />
            </Section>
            {briefing !== undefined && <Briefing path={briefing} />}
          </>
        )}
      </Answered>
      {may('manage') && <NightNow />}
      <NightTasks />
      <Costs />
    </>
  )
}

function Status({ status }: { readonly status: OutputOf<'nightshift.status'> }): ReactNode {
  const { last, next_at: next, ready, approval } = status
  return (
    <Section title={last === undefined ? said.none : said.last(last.date)}>
      {last !== undefined && (
        <p>
          {said.counts(last.done, last.review, last.failed)} · {said.spent(last.usd)} · <Ago at={last.began_at} />
        </p>
      )}
      {last?.stopped !== undefined && <p className="notice">{said.stopped(last.stopped)}</p>}
      <p>{said.tonight(ready, approval)}</p>
      {next === undefined ? (
        <>
          <p className="soft">{said.noNext}</p>
          <Command>{said.noNextCommand}</Command>
        </>
      ) : (
        <p>
          {said.next} <Ago at={next} />
        </p>
      )}
    </Section>
  )
}

function Briefing({ path }: { readonly path: string }): ReactNode {
  return (
    <Section title={said.briefing}>
      <Answered answer={useAnswer('notes.render', { note: path, lines: 400 })}>
        {({ html }) => (
          <div className="sheet" tabIndex={0} role="region" aria-label={said.briefing}>
            <NoteBody note={path} html={html} />
          </div>
        )}
      </Answered>
      <p>
        <NoteLink path={path} text={said.openBriefing} />
      </p>
    </Section>
  )
}

function NightNow(): ReactNode {
  const running = useWork('nightshift.run', {
    isIt: () => true,
    changes: ['nightshift.list', 'nightshift.status', 'nightshift.show', 'today', 'log.costs', 'notes.render'],
  })
  return (
    <section>
      <Button
        text={said.begin}
        disabled={running.work.state === 'running'}
        onClick={() => running.start({ once: true })}
      />
      <p className="soft">{said.beginHint}</p>
      <WorkPanel {...running} />
    </section>
  )
}

function Costs(): ReactNode {
  return (
    <Section title={said.costs}>
      <Answered answer={useAnswer('log.costs', {})}>
        {({ costs }) =>
          costs.length === 0 ? (
            <p className="soft">{said.noCosts}</p>
          ) : (
            <DataTable
              label={said.costs}
              columns={said.costColumns}
              rows={costs.map((one) => [
                one.month,
                one.source,
                one.executions,
                one.tokens_in.toLocaleString('en'),
                one.tokens_out.toLocaleString('en'),
                `$${one.cost_usd.toFixed(4)}${one.unpriced === 0 ? '' : ` · ${said.unpriced(one.unpriced)}`}`,
              ])}
            />
          )
        }
      </Answered>
    </Section>
  )
}
