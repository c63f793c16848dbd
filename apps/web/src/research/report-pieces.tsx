import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { researchTexts } from '../texts/research.ts'

const said = researchTexts.report

export type Report = OutputOf<'research.report'>

/** The quotations of a claim; each opens the passage that it stands in. */
export function Cites({ run, ids }: { readonly run: string; readonly ids: readonly string[] }): ReactNode {
  return ids.map((one) => (
    <Link
      key={one}
      id={`cite-${one}`}
      className="cite"
      to="/research/$run"
      params={{ run }}
      search={{ quotation: one }}
      aria-label={said.quotation(one)}
    >
      {one.replace(/^e/, '')}
    </Link>
  ))
}

/** A source, by its address if it is one of the web. */
export function SourceName({ title, url }: { readonly title: string; readonly url?: string | undefined }): ReactNode {
  return url !== undefined && /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer noopener" dir="auto">
      {title}
    </a>
  ) : (
    <span dir="auto">{title}</span>
  )
}
