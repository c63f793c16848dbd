import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Answered, Section, TextList } from '../frame/pieces.tsx'
import { agentsTexts as said } from '../texts/agents.ts'
import { TaskForm } from './task-form.tsx'

/** What the agent would be given for a task, piece by piece, and what it would not. */
export function AgentContext({ agent }: { readonly agent: string }): ReactNode {
  const [task, setTask] = useState<string>()
  return (
    <Section title={said.context}>
      <p className="soft">{said.contextText}</p>
      <TaskForm name={`${said.context}: ${said.task}`} submit={said.show} onTask={setTask} />
      {task !== undefined && <Context agent={agent} task={task} />}
    </Section>
  )
}

function Context({ agent, task }: { readonly agent: string; readonly task: string }): ReactNode {
  return (
    <Answered answer={useAnswer('context', { agent, task }, { keeps: true })}>
      {({ parts, tokens, left_out: leftOut, prompt }) => (
        <>
          <div className="wide" tabIndex={0} role="region" aria-label={said.partsTable}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{said.origin}</th>
                  <th scope="col">{said.size}</th>
                </tr>
              </thead>
              <tbody>
                {parts.map(({ kind, origin, tokens: size, text }, index) => (
                  <tr key={`${kind} ${origin} ${String(index)}`}>
                    <td>
                      <details>
                        <summary>
                          {kind} · <span dir="auto">{origin}</span>
                        </summary>
                        <pre tabIndex={0}>{text}</pre>
                      </details>
                    </td>
                    <td>{said.tokens(size)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{said.prompt}</th>
                  <td>{said.tokens(tokens)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
          <h3>{said.leftOut}</h3>
          {leftOut.length === 0 && <p className="soft">{said.nothingLeftOut}</p>}
          <TextList lines={leftOut.map(({ origin, reason }) => `${origin}: ${reason}`)} />
          <details>
            <summary>{said.prompt}</summary>
            <pre tabIndex={0}>{prompt}</pre>
          </details>
        </>
      )}
    </Answered>
  )
}
