import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { NoteLink } from '../frame/links.tsx'
import { Title } from '../frame/pieces.tsx'
import { researchTexts } from '../texts/research.ts'
import { type Report, SourceName } from './report-pieces.tsx'

const said = researchTexts.passage

type PassageProps = { readonly run: string; readonly topic: string; readonly passage: Report['passage'] }

/** A quotation in the text that was read: scrolled to, marked, focused; whether it still stands there. */
export function Passage({ run, topic, passage }: PassageProps): ReactNode {
  const mark = useRef<HTMLElement>(null)
  const id = passage?.id
  useEffect(() => {
    mark.current?.focus({ preventScroll: true })
    mark.current?.scrollIntoView({ block: 'center' })
  }, [id])
  return (
    <>
      <Title
        about={
          <p>
            <Link to="/research/$run" params={{ run }}>
              {said.back}: {topic}
            </Link>
          </p>
        }
      >
        {said.title}
      </Title>
      {passage === undefined ? (
        <p>{said.unknown}</p>
      ) : (
        <>
          <p>
            {said.from} <SourceName title={passage.source.title} url={passage.source.url} />
          </p>
          <p role="status" className={passage.state === 'there' ? 'soft' : 'notice'}>
            {said.states[passage.state]}{' '}
            {passage.source.path !== undefined && passage.line !== undefined && (
              <NoteLink path={passage.source.path} text={said.open(passage.line)} line={passage.line} />
            )}
          </p>
          <div className="passage" dir="auto" tabIndex={0} role="region" aria-label={said.title}>
            {passage.before}
            <mark ref={mark} tabIndex={-1}>
              {passage.quote}
            </mark>
            {passage.after}
          </div>
        </>
      )}
    </>
  )
}
