import type { OutputOf } from '@datacortex/space'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { AgentLink } from '../frame/links.tsx'
import { Answered, Button, Section, TextList } from '../frame/pieces.tsx'
import { useChange } from '../frame/use-change.tsx'
import { discoveryTexts as said } from '../texts/discovery.ts'

type Imported = OutputOf<'agents.import'>

/** Shows what exactly would be imported, imports it switched off, and lets each be switched on. */
export function ImportReview({ addresses, onEnd }: { addresses: readonly string[]; onEnd: () => void }): ReactNode {
  const { call, may } = useApi()
  const [done, setDone] = useState<Imported>()
  const { act, isBusy, outcome } = useChange(['find', 'agents.list', 'agents.show'])
  const from = [...addresses]
  const plan = useAnswer('agents.import', { from, dry_run: true })
  const bring = (): void =>
    void act(async () => {
      setDone(await call('agents.import', { from }))
      return { text: said.importedNow }
    })
  const enable = (id: string): void =>
    void act(async () => {
      await call('agents.enable', { ids: [id] })
      return { text: said.enabled(id) }
    })
  return (
    <Section title={said.reviewTitle} aria-label={said.reviewTitle}>
      <p>{said.reviewText}</p>
      {outcome}
      <Answered answer={plan}>
        {(planned) => (
          <>
            <ul className="rows">
              {(done ?? planned).imported.map((one) => (
                <li key={one.id}>
                  {done === undefined ? <strong>{one.id}</strong> : <AgentLink id={one.id} />}
                  <Text text={textOf(planned, one.id)} />
                  {done !== undefined && may('manage') && (
                    <Button text={said.enable(one.id)} disabled={isBusy} onClick={() => enable(one.id)} />
                  )}
                </li>
              ))}
              {planned.unchanged.map(({ id }) => (
                <li key={id}>
                  <AgentLink id={id} /> {said.already}
                </li>
              ))}
            </ul>
            {planned.findings.length > 0 && (
              <>
                <h3>{said.findings}</h3>
                <TextList lines={planned.findings.map(({ message }) => message)} />
              </>
            )}
          </>
        )}
      </Answered>
      {done === undefined && (
        <p className="actions">
          {may('manage') && <Button text={said.import} disabled={isBusy || plan.data === undefined} onClick={bring} />}
          <Button text={said.cancel} onClick={onEnd} />
        </p>
      )}
    </Section>
  )
}

function textOf({ imported }: Imported, id: string): string {
  const one: { readonly id: string; readonly text?: unknown } | undefined = imported.find((other) => other.id === id)
  return typeof one?.text === 'string' ? one.text : ''
}

function Text({ text }: { text: string }): ReactNode {
  return text === '' ? null : (
    <pre dir="auto" tabIndex={0}>
      {text}
    </pre>
  )
}
