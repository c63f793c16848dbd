import type { ReactNode } from 'react'
import { researchTexts } from '../texts/research.ts'
import { Cites, type Report, SourceName } from './report-pieces.tsx'
import { Section } from '../frame/pieces.tsx'

const said = researchTexts.report

/** Statements that do not fit together, side by side. */
export function Contradictions({ report: { id, contradictions, quotations } }: { readonly report: Report }): ReactNode {
  if (contradictions.length === 0) return null
  return (
    <Section title={said.contradictions}>
      <ul className="rows" aria-label={said.contradictions}>
        {contradictions.map(({ kind, a, b, local }) => (
          <li key={`${a} ${b}`}>
            <div className="soft">
              {said.contradiction[kind] ?? kind}
              {local && ` · ${said.ownNote}`}
            </div>
            <div className="pair">
              {[a, b].map((one) => {
                const quotation = quotations.find((of) => of.id === one)
                return quotation === undefined ? null : (
                  <figure key={one}>
                    <blockquote dir="auto">{quotation.quote}</blockquote>
                    <figcaption className="soft">
                      <SourceName title={quotation.source.title} url={quotation.source.url} />{' '}
                      <Cites run={id} ids={[one]} />
                    </figcaption>
                  </figure>
                )
              })}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
