import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { DataTable } from '../frame/data-table.tsx'
import { type FieldOf, Field, Form } from '../frame/form.tsx'
import { Ago, Answered, Button, Empty, Section, Title } from '../frame/pieces.tsx'
import { discoveryTexts as said } from '../texts/discovery.ts'
import { AddDirectory } from './add-directory.tsx'
import { AgentCard, type Published } from './agent-card.tsx'
import { ForeignMessage } from './foreign-message.tsx'
import { ImportReview } from './import-review.tsx'
import { ProjectSigning, projectAgents } from './project-signing.tsx'

/** One question over the agents here and those that others publish, some of which are imported. */
export function DiscoveryPage(): ReactNode {
  const { q: question = '', where = [] } = useSearch({ from: '/discovery' })
  const navigate = useNavigate()
  const directories = useAnswer('directories.list', {})
  const ask = (fieldOf: FieldOf, form: HTMLFormElement): void => {
    const where = new FormData(form).getAll('where').filter((one) => typeof one === 'string')
    void navigate({ to: '/discovery', search: { q: fieldOf('question').trim(), where } })
  }
  return (
    <>
      <Title about={<p className="soft">{said.text}</p>}>{said.title}</Title>
      <Answered answer={directories}>
        {({ directories: all }) => {
          const asked = all.filter(({ addresses }) => addresses.length > 0)
          return (
            <Form onSend={ask} key={question}>
              <Field
                label={said.question}
                isBroad
                name="question"
                type="search"
                defaultValue={question}
                required
                maxLength={2000}
                dir="auto"
              />
              <fieldset>
                <legend>{said.where}</legend>
                <label>
                  <input type="checkbox" checked disabled readOnly /> {said.here}
                </label>
                {asked.map(({ name, found }) => (
                  <label key={name}>
                    <input
                      type="checkbox"
                      name="where"
                      value={name}
                      defaultChecked={question === '' || where.includes(name)}
                    />{' '}
                    {name} ({said.kept(found)})
                  </label>
                ))}
              </fieldset>
              <button type="submit">{said.ask}</button>
              {asked.length === 0 && <p className="soft">{said.noDirectories}</p>}
            </Form>
          )
        }}
      </Answered>
      {directories.data !== undefined && <AddDirectory names={directories.data.directories.map(({ name }) => name)} />}
      {question !== '' && <Found key={`${question} ${where.join()}`} question={question} where={where} />}
      <ForeignMessage />
    </>
  )
}

function Found({ question, where }: { readonly question: string; readonly where: readonly string[] }): ReactNode {
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isReviewed, setReviewed] = useState(false)
  const asked = { task: question, top: 20, ...(where.length === 0 ? {} : { directories: [...where] }) }
  const toggle = (id: string): void => {
    setReviewed(false)
    setSelected((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  }
  return (
    <Answered answer={useAnswer('find', asked)}>
      {(found) => (
        <>
          <p role="status" className="soft">
            {said.found(found.results.length)}
          </p>
          {found.results.length === 0 && <Empty text={said.nothing} hint={said.nothingHint} />}
          <ul className="cards" aria-label={said.found(found.results.length)}>
            {found.results.map((one) => (
              <AgentCard
                key={one.id}
                agent={one as Published}
                isSelected={selected.includes(one.id)}
                onToggle={() => toggle(one.id)}
              />
            ))}
          </ul>
          {selected.length > 0 && !isReviewed && (
            <Button text={said.review(selected.length)} onClick={() => setReviewed(true)} />
          )}
          <ProjectSigning key={selected.join()} agents={projectAgents(selected)} />
          {isReviewed && <ImportReview addresses={selected} onEnd={() => setReviewed(false)} />}
          {'directories' in found && (
            <Section title={said.directories}>
              <DataTable
                label={said.directories}
                columns={said.directoryColumns}
                rows={found.directories.map(({ name, found: many, listed_at: at, error, failures, stale }) => [
                  name,
                  many,
                  at === undefined ? said.never : <Ago at={at} />,
                  [
                    error?.message,
                    ...failures.map((one) => `${one.at}: ${one.message}`),
                    stale ? said.stale : undefined,
                  ]
                    .filter((line) => line !== undefined)
                    .join(' · '),
                ])}
              />
            </Section>
          )}
        </>
      )}
    </Answered>
  )
}
