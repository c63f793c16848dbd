import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Field, Form } from '../frame/form.tsx'
import { Answered, Button, Section } from '../frame/pieces.tsx'
import { discoveryTexts as said } from '../texts/discovery.ts'
import { ImportReview } from './import-review.tsx'
import { ProjectSigning, projectAgents } from './project-signing.tsx'

/** What somebody published on Nostr: an agent, a team or what they found, as text; its agents can be imported. */
export function ForeignMessage(): ReactNode {
  const [reference, setReference] = useState<string>()
  return (
    <Section title={said.message}>
      <p className="soft">{said.messageText}</p>
      <Form onSend={(fieldOf) => setReference(fieldOf('reference').trim())}>
        <Field label={said.reference} isBroad name="reference" required autoComplete="off" />
        <button type="submit">{said.show}</button>
      </Form>
      {reference !== undefined && <Message key={reference} reference={reference} />}
    </Section>
  )
}

function Message({ reference }: { readonly reference: string }): ReactNode {
  const [review, setReview] = useState<readonly string[]>()
  const answer = useAnswer('nostr.show', { reference })
  return (
    <Answered answer={answer}>
      {({ agent, team, discovery }) => {
        const [title, text, ids] =
          agent !== undefined
            ? ([
                said.agent,
                `${agent.name}\n\n${agent.description}\n\n${agent.instructions ?? ''}`,
                [reference],
              ] as const)
            : team !== undefined
              ? ([said.team, [team.title, ...team.members.map(({ name }) => name)].join('\n'), [reference]] as const)
              : ([said.discovery, discovery?.content ?? '', discovery?.data.agentEventIds ?? []] as const)
        return (
          <>
            <h3>{title}</h3>
            <pre dir="auto" tabIndex={0}>
              {text}
            </pre>
            {ids.length > 0 && review === undefined && (
              <Button text={said.review(ids.length)} onClick={() => setReview(ids)} />
            )}
            <ProjectSigning agents={projectAgents(ids)} />
            {review !== undefined && <ImportReview addresses={review} onEnd={() => setReview(undefined)} />}
          </>
        )
      }}
    </Answered>
  )
}
