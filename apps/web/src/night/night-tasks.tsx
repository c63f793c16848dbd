import type { OutputOf } from '@datacortex/space'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { type FieldOf, Field, Form } from '../frame/form.tsx'
import { Answered, Button, Empty, Section, TextList } from '../frame/pieces.tsx'
import { useChange } from '../frame/use-change.tsx'
import { nightTexts as said } from '../texts/night.ts'
import { NightTaskRow } from './night-task-row.tsx'

export type NightTask = OutputOf<'nightshift.list'>['tasks'][number]

/** What the user says of a task. `digest`: of exactly what was shown. */
export type TaskWord =
  | { readonly kind: 'approve'; readonly digest: string }
  | { readonly kind: 'retry' | 'cancel'; readonly id: string }

/** The tasks for agents with their states; to approve, to do again, to cancel, and a new one. */
export function NightTasks(): ReactNode {
  const { call, session } = useApi()
  const [isAll, setAll] = useState(false)
  const answer = useAnswer('nightshift.list', { all: isAll }, { keeps: true })
  const { act, isBusy, outcome } = useChange(['nightshift.list', 'nightshift.show', 'nightshift.status', 'today'])
  const word = (asked: TaskWord): void =>
    void act(async () => {
      if (asked.kind === 'approve') {
        await call('nightshift.approve', { tasks: [asked.digest], yes: true })
        return { text: said.approvedNow }
      }
      const isRetry = asked.kind === 'retry'
      const { undo } = await call(isRetry ? 'nightshift.retry' : 'nightshift.cancel', { task: asked.id })
      return { text: isRetry ? said.retried : said.cancelled, undo }
    })
  const add = (fieldOf: FieldOf, form: HTMLFormElement): void => {
    const [task, agent] = [fieldOf('task'), fieldOf('agent').trim()]
    void act(async () => {
      const { undo } = await call('nightshift.add', { task, ...(agent === '' ? {} : { agent }) })
      form.reset()
      return { text: said.added, undo }
    })
  }
  return (
    <Section title={said.tasks}>
      <label>
        <input type="checkbox" checked={isAll} onChange={(event) => setAll(event.target.checked)} /> {said.ended}
      </label>
      {outcome}
      <Answered answer={answer}>
        {({ tasks, problems }) => (
          <>
            {tasks.length === 0 && <Empty text={said.noTasks} hint={said.noTasksHint} />}
            <ul className="rows" aria-label={said.tasks}>
              {tasks.map((task) => (
                <NightTaskRow
                  key={`${task.id} ${task.digest}`}
                  task={task}
                  onWord={session.isOwn && !isBusy ? word : undefined}
                />
              ))}
            </ul>
            {problems.length > 0 && (
              <>
                <h3>{said.problems}</h3>
                <TextList lines={problems} />
              </>
            )}
          </>
        )}
      </Answered>
      {session.isOwn && (
        <Form onSend={add}>
          <h3>{said.add}</h3>
          <textarea name="task" aria-label={said.addLabel} placeholder={said.addLabel} rows={2} required dir="auto" />
          <Field label={said.addAgent} name="agent" dir="auto" />
          <Button text={said.addSubmit} type="submit" disabled={isBusy} />
        </Form>
      )}
    </Section>
  )
}
