import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Answered } from '../frame/pieces.tsx'
import { notesTexts } from '../texts/notes.ts'
import { LinkingNotes } from './linking-notes.tsx'

/** Notes that name this one and don't link to it; looked for when somebody wants them. */
export function Mentions({ note }: { readonly note: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer('notes.links', { note, mentions: true }, { enabled: isOpen })
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{notesTexts.mentions}</summary>
      {isOpen && (
        <Answered answer={answer}>
          {({ mentions = [] }) => <LinkingNotes notes={mentions} none={notesTexts.noMentions} />}
        </Answered>
      )}
    </details>
  )
}
