import type { InputOf, OutputOf } from '@datacortex/space'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { fieldOf } from '../frame/field-of.ts'
import { Answered } from '../frame/pieces.tsx'
import { researchTexts as said } from '../texts/research.ts'

type Asked = InputOf<'research.plan'>

/** Asks what is to be known and how deep, and shows whom it would ask and what it could cost before it begins. */
export function NewResearch({
  isBusy,
  onStart,
}: {
  isBusy: boolean
  onStart: (asked: InputOf<'research'>) => void
}): ReactNode {
  const [asked, setAsked] = useState<Asked>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [topic, cost] = [fieldOf(data, 'topic').trim(), fieldOf(data, 'cost')]
    const urls = /^(?:https?:\/\/\S+\s*)+$/.test(topic) ? { urls: topic.split(/\s+/) } : { topic }
    const depth = fieldOf(data, 'depth') as Asked['depth']
    setAsked({
      ...urls,
      depth,
      podcast: data.get('podcast') !== null,
      ...(cost === '' ? {} : { max_cost: Number(cost) }),
    })
  }
  return (
    <section>
      <h2>{said.begin}</h2>
      <form onSubmit={submit} onChange={() => setAsked(undefined)}>
        <textarea name="topic" aria-label={said.topic} placeholder={said.topic} rows={2} required dir="auto" />
        <label>
          {said.depth}
          <select name="depth" defaultValue="standard">
            {Object.entries(said.depths).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label>
          {said.maxCost}
          <input name="cost" type="number" min="0" step="any" inputMode="decimal" />
        </label>
        <label>
          <input name="podcast" type="checkbox" /> {said.podcast}
        </label>
        <button type="submit">{said.plan}</button>
      </form>
      {asked !== undefined && (
        <Plan
          asked={asked}
          isBusy={isBusy}
          onStart={() => {
            onStart(asked)
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}

function Plan({ asked, isBusy, onStart }: { asked: Asked; isBusy: boolean; onStart: () => void }): ReactNode {
  return (
    <Answered answer={useAnswer('research.plan', asked)}>
      {(plan) => (
        <section aria-label={said.plans.title}>
          <h3>{said.plans.title}</h3>
          <Facts plan={plan} />
          <button type="button" disabled={isBusy} onClick={onStart}>
            {said.plans.start}
          </button>
        </section>
      )}
    </Answered>
  )
}

function Facts({ plan }: { plan: OutputOf<'research.plan'> }): ReactNode {
  const { sources, documents, readers, writer, estimated_cost_usd: cost, budget, skipped } = plan
  const facts = [
    [said.plans.ask, sources.join(', ') || said.plans.nobody],
    [
      said.plans.read,
      [said.plans.documents(documents), ...(readers.length === 0 ? [] : [said.plans.through, readers.join(', ')])].join(
        ' ',
      ),
    ],
    [said.plans.cost, `$${cost.toFixed(3)}${writer === 'none' ? '' : ` ${said.plans.writer}`}`],
    [said.plans.limit, said.plans.limits(budget.usd, budget.calls, budget.minutes)],
  ] as const
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {skipped.length > 0 && (
        <div>
          <dt>{said.plans.skipped}</dt>
          <dd>
            {skipped.map(({ source, reason }) => (
              <div key={`${source} ${reason}`} dir="auto">
                {source}: {reason}
              </div>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
