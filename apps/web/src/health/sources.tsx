import type { ReactNode } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Answered, Section } from '../frame/pieces.tsx'
import { findTexts } from '../texts/find.ts'

/** Where searches and research may look, and why some take no part. */
export function Sources(): ReactNode {
  return (
    <Section title={findTexts.groups.sources}>
      <Answered answer={useAnswer('sources.list', {})}>
        {({ sources }) => (
          <ul className="rows">
            {sources.map(({ id, type, description, skipped }) => (
              <li key={id} id={`source-${id}`}>
                <strong>{id}</strong> <span className="soft">{type}</span>
                <div>{description}</div>
                {skipped !== undefined && <div className="soft">{skipped}</div>}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Section>
  )
}
