import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { NoteLink } from '../frame/links.tsx'

type LinkingNotesProps = { readonly notes: NonNullable<OutputOf<'notes.render'>['backlinks']>; readonly none: string }

/** Notes with the sentence in which they lead to another, or name it. */
export function LinkingNotes({ notes, none }: LinkingNotesProps): ReactNode {
  if (notes.length === 0) return <p className="soft">{none}</p>
  return (
    <ul className="rows">
      {notes.map(({ path, title, line, sentence }) => (
        <li key={path}>
          <NoteLink path={path} text={title} line={line} />
          <div className="matched" dir="auto">
            {sentence}
          </div>
        </li>
      ))}
    </ul>
  )
}
