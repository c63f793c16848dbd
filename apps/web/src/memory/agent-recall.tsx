import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Field, Form } from '../frame/form.tsx'
import { Answered, Section, TextList } from '../frame/pieces.tsx'
import { memoryTexts as said } from '../texts/memory.ts'

type Asked = { readonly agent: string; readonly query: string }

/** What an agent would be given of what was learned, for a question. */
export function AgentRecall({ agents }: { readonly agents: readonly string[] }): ReactNode {
  const [asked, setAsked] = useState<Asked>()
  return (
    <Section title={said.recall}>
      <Form onSend={(fieldOf) => setAsked({ agent: fieldOf('agent'), query: fieldOf('query').trim() })}>
        <label>
          {said.recallAgent}
          <select name="agent">
            {agents.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <Field label={said.recallQuery} isBroad name="query" required dir="auto" />
        <button type="submit">{said.recallShow}</button>
      </Form>
      {asked !== undefined && <Recalled asked={asked} />}
    </Section>
  )
}

function Recalled({ asked }: { readonly asked: Asked }): ReactNode {
  return (
    <Answered answer={useAnswer('recall', asked)}>
      {({ results }) => (
        <>
          {results.length === 0 && <p role="status">{said.nothing}</p>}
          <ul className="rows" aria-label={said.recall}>
            {results.map(({ path, title, owner, visibility, summary, points }) => (
              <li key={path}>
                <strong dir="auto">{title}</strong> <span className="soft">{said.owner(owner, visibility)}</span>
                <div dir="auto">{summary}</div>
                <TextList lines={points.map(({ text }) => text)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Answered>
  )
}
