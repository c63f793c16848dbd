import type { OutputOf } from '@datacortex/space'
import type { NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Ago } from '../frame/pieces.tsx'
import { findTexts } from '../texts/find.ts'
import type { Kind } from './find-search.ts'

export type FoundOne = OutputOf<'search.everything'>['notes'][number]

/** Where a result leads. */
export function placeOf(kind: Kind, { id, line, matched }: FoundOne): NavigateOptions {
  if (kind === 'notes') return { to: '/note/$', params: { _splat: id }, search: line === undefined ? {} : { line } }
  if (kind === 'agents') return { to: '/agent/$', params: { _splat: id } }
  if (kind === 'memories') return { to: '/memory', search: { id } }
  if (kind === 'runs') return { to: '/agent/$', params: { _splat: matched }, hash: id }
  return { to: '/health', hash: `source-${id}` }
}

/** A result: what it is, the sentence that fits, how well. */
export function FoundRow({ kind, found }: { readonly kind: Kind; readonly found: FoundOne }): ReactNode {
  const { id, title, matched, score, type, date } = found
  return (
    <div className="row">
      <div className="row-head">
        <strong dir="auto">{title === '' ? id : title}</strong>
        {score !== undefined && <span className="score">{findTexts.score(score)}</span>}
      </div>
      <div className="matched" dir="auto">
        {matched}
      </div>
      <div className="soft">
        {kind === 'notes' || kind === 'agents' ? id : type} {kind === 'runs' && date !== undefined && <Ago at={date} />}
      </div>
    </div>
  )
}
