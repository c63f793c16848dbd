import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Answered, Button, Problem, Section } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { healthTexts as said } from '../texts/health.ts'

/** What the space wants of this machine, in plain words, and the user's word about it. */
export function Trust(): ReactNode {
  const answer = useAnswer('trust.show', {})
  const { call, session } = useApi()
  const queries = useQueryClient()
  const [isSure, setSure] = useState(false)
  const { mutate: act, error } = useMutation({
    mutationFn: async (work: () => Promise<unknown>) => await work(),
    onMutate: () => setSure(false),
    onSettled: async () => await queries.invalidateQueries(),
  })
  return (
    <Section title={said.trust} id="trust">
      {error !== null && <Problem error={error} />}
      <Answered answer={answer}>
        {({ state, wants, commands }) => {
          // Exactly what is shown here; what is added or changed meanwhile waits for another word.
          const waiting = [...wants, ...commands].filter((one) => one.state === 'waiting').map(({ hash }) => hash)
          const isRestricted = state === 'restricted'
          const allow = async () => await call('trust.allow', { shown: waiting, yes: true })
          return (
            <>
              <p>{isRestricted ? texts.restricted : said.trusted}</p>
              <h3>{said.wants}</h3>
              {wants.length + commands.length === 0 && <p className="soft">{said.trustLater}</p>}
              <ul className="rows">
                {wants.map(({ name, kind, value, state: its, before }) => (
                  <li key={name}>
                    <strong>{name}</strong> <State state={its} />
                    <div>
                      {said.kinds[kind] ?? kind} <code dir="auto">{value}</code>
                    </div>
                    {before !== undefined && <div className="soft">{said.before(before)}</div>}
                  </li>
                ))}
                {commands.map(({ name, command, env, state: its, refusal, uncovered = [], changes = [] }) => (
                  <li key={`command ${name}`}>
                    <strong>{name}</strong> <State state={its} />
                    <div>
                      {said.kinds['command']} <code dir="auto">{command}</code>
                    </div>
                    {[...changes, ...uncovered, ...env, refusal ?? ''].filter(Boolean).map((one) => (
                      <div key={one} className="soft" dir="auto">
                        {one}
                      </div>
                    ))}
                  </li>
                ))}
              </ul>
              {!session.isOwn && <p className="soft">{said.onlyOwn}</p>}
              {session.isOwn && (isRestricted || waiting.length > 0) && (
                <Button text={said.allow(waiting.length)} onClick={() => act(allow)} />
              )}
              {session.isOwn && !isRestricted && (
                <p>
                  {isSure && <span>{said.revokeSure} </span>}
                  <Button
                    text={said.revoke}
                    onClick={() => (isSure ? act(async () => await call('trust.revoke', {})) : setSure(true))}
                  />
                </p>
              )}
            </>
          )
        }}
      </Answered>
    </Section>
  )
}

function State({ state }: { readonly state: string }): ReactNode {
  const words: Readonly<Record<string, string>> = { waiting: said.waiting, refused: said.refused }
  return <span className={`state-${state}`}>{words[state] ?? said.allowed}</span>
}
