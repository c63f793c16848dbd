import type { InputOf, OutputOf } from '@datacortex/space'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Facts } from '../frame/facts.tsx'
import { type FieldOf, Field, Form } from '../frame/form.tsx'
import { Answered, Button, Section } from '../frame/pieces.tsx'
import { researchTexts as said } from '../texts/research.ts'

type Asked = InputOf<'research.plan'>

type NewResearchProps = { isBusy: boolean; onStart: (asked: InputOf<'research'>) => void }

/** Asks what is to be known and how deep, and shows whom it would ask and what it could cost before it begins. */
export function NewResearch({ isBusy, onStart }: NewResearchProps): ReactNode {
  const [asked, setAsked] = useState<Asked>()
  const plan = (fieldOf: FieldOf): void => {
    const [topic, cost] = [fieldOf('topic').trim(), fieldOf('cost')]
    const urls = /^(?:https?:\/\/\S+\s*)+$/.test(topic) ? { urls: topic.split(/\s+/) } : { topic }
    setAsked({
      ...urls,
      depth: fieldOf('depth') as Asked['depth'],
      podcast: fieldOf('podcast') !== '',
      ...(cost === '' ? {} : { max_cost: Number(cost) }),
    })
  }
  return (
    <Section title={said.begin}>
      <Form onSend={plan} onChange={() => setAsked(undefined)}>
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
        <Field label={said.maxCost} name="cost" type="number" min="0" step="any" inputMode="decimal" />
        <label>
          <input name="podcast" type="checkbox" /> {said.podcast}
        </label>
        <button type="submit">{said.plan}</button>
      </Form>
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
    </Section>
  )
}

function Plan({ asked, isBusy, onStart }: { asked: Asked; isBusy: boolean; onStart: () => void }): ReactNode {
  return (
    <Answered answer={useAnswer('research.plan', asked)}>
      {(plan) => (
        <section aria-label={said.plans.title}>
          <h3>{said.plans.title}</h3>
          <Facts facts={planFacts(plan)} />
          <Button text={said.plans.start} disabled={isBusy} onClick={onStart} />
        </section>
      )}
    </Answered>
  )
}

function planFacts(plan: OutputOf<'research.plan'>): ComponentProps<typeof Facts>['facts'] {
  const { sources, documents, readers, writer, estimated_cost_usd: cost, budget, skipped } = plan
  const through = readers.length === 0 ? '' : ` ${said.plans.through} ${readers.join(', ')}`
  const reasons = skipped.map(({ source, reason }) => (
    <div key={`${source} ${reason}`} dir="auto">
      {source}: {reason}
    </div>
  ))
  return [
    [said.plans.ask, sources.join(', ') || said.plans.nobody],
    [said.plans.read, said.plans.documents(documents) + through],
    [said.plans.cost, `$${cost.toFixed(3)}${writer === 'none' ? '' : ` ${said.plans.writer}`}`],
    [said.plans.limit, said.plans.limits(budget.usd, budget.calls, budget.minutes)],
    [said.plans.skipped, reasons.length === 0 ? undefined : reasons],
  ]
}
