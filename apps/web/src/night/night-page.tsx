import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { DataTable } from '../frame/data-table.tsx'
import { Ago, Answered, Command, TextList, Title } from '../frame/pieces.tsx'
import { NoteBody } from '../notes/note-body.tsx'
import { nightTexts as said } from '../texts/night.ts'
import { useWork } from '../works/use-work.ts'
import { WorkPanel } from '../works/work-panel.tsx'
import { NightTasks } from './night-tasks.tsx'

/** What the last night did and cost, what needs a person, and the tasks for the next one. */
export function NightPage(): ReactNode {
  const { session } = useApi()
  const today = useAnswer('today', {})
  return (
    <>
      <Title about={<p className="soft">{said.text}</p>}>{said.title}</Title>
      <Answered answer={useAnswer('nightshift.status', {})}>{(status) => <Status status={status} />}</Answered>
      <Answered answer={today}>
        {({ needs, briefing_path: briefing }) => (
          <>
            <section>
              <h2>{said.needs}</h2>
              {needs.length === 0 && <p className="soft">{said.needsNothing}</p>}
              <TextList lines={needs} />
            </section>
            {briefing !== undefined && <Briefing path={briefing} />}
          </>
        )}
      </Answered>
      {session.rights.includes('manage') && <NightNow />}
      <NightTasks />
      <Costs />
    </>
  )
}

function Status({ status }: { readonly status: OutputOf<'nightshift.status'> }): ReactNode {
  const { last, next_at: next, ready, approval } = status
  return (
    <section>
      <h2>{last === undefined ? said.none : said.last(last.date)}</h2>
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
    </section>
  )
}

function Briefing({ path }: { readonly path: string }): ReactNode {
  return (
    <section>
      <h2>{said.briefing}</h2>
      <Answered answer={useAnswer('notes.render', { note: path, lines: 400 })}>
        {({ html }) => (
          <div className="sheet" tabIndex={0} role="region" aria-label={said.briefing}>
            <NoteBody note={path} html={html} />
          </div>
        )}
      </Answered>
      <p>
        <Link to="/note/$" params={{ _splat: path }}>
          {said.openBriefing}
        </Link>
      </p>
    </section>
  )
}

function NightNow(): ReactNode {
  const running = useWork('nightshift.run', {
    isIt: () => true,
    changes: ['nightshift.list', 'nightshift.status', 'nightshift.show', 'today', 'log.costs', 'notes.render'],
  })
  return (
    <section>
      <button type="button" disabled={running.work.state === 'running'} onClick={() => running.start({ once: true })}>
        {said.begin}
      </button>
      <p className="soft">{said.beginHint}</p>
      <WorkPanel {...running} />
    </section>
  )
}

function Costs(): ReactNode {
  return (
    <section>
      <h2>{said.costs}</h2>
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
    </section>
  )
}
