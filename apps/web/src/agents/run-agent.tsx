import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { NoteLink } from '../frame/links.tsx'
import { Command, Problem, Section } from '../frame/pieces.tsx'
import { agentsTexts as said } from '../texts/agents.ts'
import { UndoButton } from '../notes/undo-button.tsx'
import { TaskForm } from './task-form.tsx'
import { useWork } from '../works/use-work.ts'
import { WorkPanel } from '../works/work-panel.tsx'
import { askedBack } from './asked-back.ts'

/** Runs an agent on a task: its steps and its answer as they come, to stop it, to answer what it asks. */
export function RunAgent({ agent }: { readonly agent: string }): ReactNode {
  const runners = useAnswer('runners.list', {})
  const running = useWork('run', {
    isIt: (input) => input['agent'] === agent,
    changes: ['log.list', 'agents.show', 'undo.list'],
  })
  const { work } = running
  const start = (task: string): void => running.start({ agent, task })
  return (
    <Section title={said.run}>
      {runners.data?.runners.length === 0 && (
        <>
          <p>{said.noRunner}</p>
          <Command>{said.noRunnerCommand}</Command>
        </>
      )}
      <p className="soft">{said.runText}</p>
      <TaskForm
        name={`${said.run}: ${said.task}`}
        submit={said.start}
        onTask={start}
        isBusy={work.state === 'running'}
      />
      <WorkPanel {...running} />
      {work.answer !== '' && work.result === undefined && <Text text={work.answer} />}
      {work.result !== undefined && <Ended task={work.input?.task ?? ''} result={work.result} onAnswer={start} />}
    </Section>
  )
}

function Text({ text }: { readonly text: string }): ReactNode {
  return (
    <pre className="answer" dir="auto" tabIndex={0}>
      {text}
    </pre>
  )
}

type EndedProps = { readonly task: string; readonly result: OutputOf<'run'>; readonly onAnswer: (task: string) => void }

function Ended({ task, result, onAnswer }: EndedProps): ReactNode {
  const { may } = useApi()
  if (!('status' in result)) return null
  const { text, status, error, outputs, undo } = result
  const asked = status === 'success' ? askedBack(text) : undefined
  const answered = (answer: string): void =>
    onAnswer(`${task}\n\nYou asked back:\n\n${asked ?? ''}\n\nThe answer:\n\n${answer}`)
  return (
    <>
      <p role="status">{status}</p>
      {error !== undefined && <Problem error={new Error(`${error.message} ${error.hint ?? ''} (${error.code})`)} />}
      <Text text={text} />
      {outputs.length > 0 && (
        <>
          <h3>{said.outputs}</h3>
          <ul>
            {outputs.map(({ path, change }) => (
              <li key={path}>
                <NoteLink path={path} />{' '}
                {change !== undefined && (
                  <span className="soft">{change === 'created' ? said.isNew : said.isChanged}</span>
                )}
              </li>
            ))}
          </ul>
          {undo !== undefined && may('write') && <UndoButton run={undo} />}
        </>
      )}
      {asked !== undefined && (
        <>
          <p>{said.asks}</p>
          <blockquote dir="auto">{asked}</blockquote>
          <TaskForm name={said.answer} submit={said.send} onTask={answered} />
        </>
      )}
    </>
  )
}
