import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../frame/api-context.tsx'
import { NoteLink } from '../../frame/links.tsx'
import { Button, Problem } from '../../frame/pieces.tsx'
import { notesTexts as said } from '../../texts/notes.ts'
import { mergeLines } from './merge-lines.ts'
import type { NoteRead, NoteText } from './use-note-text.ts'

/** That the file was changed meanwhile, and what can be done; each way can be taken back. */
export function Conflict({ note, text: edited }: { readonly note: NoteRead; readonly text: NoteText }): ReactNode {
  const { call } = useApi()
  const [message, setMessage] = useState('')
  const { base, disk, text, isConflict, takeOver, keepMine } = edited
  const both = useMutation({
    mutationFn: async () => {
      const folder = note.path.slice(0, Math.max(0, note.path.lastIndexOf('/')))
      const at = new Date().toISOString().slice(0, 16).replace(/[T:]/g, ' ')
      const title = said.mine(note.title, at)
      return await call('notes.write', { title, text, ...(folder === '' ? {} : { folder }) })
    },
    onSuccess: () => takeOver(disk.text),
  })
  const merge = (): void => {
    const names = { mine: said.mineName, disk: said.diskName }
    const merged = mergeLines({ base: base.text, mine: text, disk: disk.text }, names)
    takeOver(merged.text)
    setMessage(said.merged(merged.conflicts))
  }
  return (
    <>
      {isConflict && (
        <section className="problem" role="alert">
          <p>{said.conflict}</p>
          <p className="actions">
            <Button text={said.keepMine} onClick={keepMine} />
            <Button text={said.takeDisk} onClick={() => takeOver(disk.text)} />
            <Button text={said.merge} onClick={merge} />
            <Button
              text={said.saveBoth}
              onClick={() => both.mutate()}
              disabled={both.isPending || text.trim() === ''}
            />
          </p>
          <details>
            <summary>{said.theirs}</summary>
            <pre tabIndex={0} dir="auto">
              {disk.text}
            </pre>
          </details>
        </section>
      )}
      {both.error !== null && <Problem error={both.error} />}
      {!isConflict && message !== '' && <p role="status">{message}</p>}
      {both.data !== undefined && (
        <p role="status">
          {said.savedBoth} <NoteLink path={both.data.path} text={both.data.title} />
        </p>
      )}
    </>
  )
}
