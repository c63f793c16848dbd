import { Link } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'

/** Notes with the sentence in which they lead to another, or name it. */
export function LinkingNotes({
  notes,
  none,
}: {
  readonly notes: NonNullable<OutputOf<'notes.render'>['backlinks']>
  readonly none: string
}): ReactNode {
  if (notes.length === 0) return <p className="soft">{none}</p>
  return (
    <ul className="rows">
      {notes.map(({ path, title, line, sentence }) => (
        <li key={path}>
          <Link to="/note/$" params={{ _splat: path }} search={{ line }}>
            {title}
          </Link>
          <div className="matched" dir="auto">
            {sentence}
          </div>
        </li>
      ))}
    </ul>
  )
}
