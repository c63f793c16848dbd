import { type FormEvent, type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { fieldOf } from '../frame/field-of.ts'
import { Answered, TextList } from '../frame/pieces.tsx'
import { memoryReviewTexts as said } from '../texts/memory-review.ts'

type Asked = { readonly agent: string; readonly query: string }

/** What an agent would be given of what was learned, for a question. */
export function AgentRecall({ agents }: { readonly agents: readonly string[] }): ReactNode {
  const [asked, setAsked] = useState<Asked>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    setAsked({ agent: fieldOf(data, 'agent'), query: fieldOf(data, 'query').trim() })
  }
  return (
    <section>
      <h2>{said.recall}</h2>
      <form onSubmit={submit}>
        <label>
          {said.recallAgent}
          <select name="agent">
            {agents.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className="broad">
          {said.recallQuery}
          <input name="query" required dir="auto" />
        </label>
        <button type="submit">{said.recallShow}</button>
      </form>
      {asked !== undefined && <Recalled asked={asked} />}
    </section>
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
