import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Command, Problem } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { TaskForm } from './task-form.tsx'
import { type RunState, askedBack, useRun } from './use-run.ts'

const said = texts.agents

/** Runs an agent on a task: its steps and its answer as they come, to stop it, to answer what it asks. */
export function RunAgent({ agent }: { readonly agent: string }): ReactNode {
  const runners = useAnswer('runners.list', {})
  const { run, start, stop } = useRun(agent)
  const isRunning = run.state === 'running'
  return (
    <section>
      <h2>{said.run}</h2>
      {runners.data?.runners.length === 0 && (
        <>
          <p>{said.noRunner}</p>
          <Command>{said.noRunnerCommand}</Command>
        </>
      )}
      <p className="soft">{said.runText}</p>
      <TaskForm name={`${said.run}: ${said.task}`} submit={said.start} onTask={start} isBusy={isRunning} />
      {isRunning && (
        <p role="status">
          {said.running}{' '}
          <button type="button" onClick={stop}>
            {said.stop}
          </button>
        </p>
      )}
      {run.state === 'stopped' && <p role="status">{said.stopped}</p>}
      {run.state === 'failed' && <Problem error={run.error} />}
      {run.steps.length > 0 && (
        <ol className="soft steps">
          {run.steps.map((step, index) => (
            <li key={`${String(index)} ${step}`}>{step}</li>
          ))}
        </ol>
      )}
      {run.answer !== '' && run.result === undefined && <Text text={run.answer} />}
      {run.result !== undefined && <Ended run={run} onAnswer={start} />}
    </section>
  )
}

function Text({ text }: { readonly text: string }): ReactNode {
  return (
    <pre className="answer" dir="auto" tabIndex={0}>
      {text}
    </pre>
  )
}

function Ended({
  run: { task, result },
  onAnswer,
}: {
  readonly run: RunState
  readonly onAnswer: (task: string) => void
}): ReactNode {
  if (result === undefined || !('status' in result)) return null
  const { text, status, error, outputs } = result
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
            {outputs.map(({ path }) => (
              <li key={path}>
                <Link to="/note/$" params={{ _splat: path }}>
                  {path}
                </Link>
              </li>
            ))}
          </ul>
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
