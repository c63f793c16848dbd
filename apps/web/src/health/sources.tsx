import type { ReactNode } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Answered } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'

/** Where searches and research may look, and why some take no part. */
export function Sources(): ReactNode {
  return (
    <section>
      <h2>{texts.find.groups.sources}</h2>
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
    </section>
  )
}
