import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { Problem } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { fieldOf } from './field-of.ts'

const said = texts.notes

/** Makes a note, or that of today; one that is there is never written over. */
export function NewNote(): ReactNode {
  const { call, session } = useApi()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const make = useMutation({
    mutationFn: async (asked: { readonly title: string; readonly folder?: string } | 'today') =>
      asked === 'today'
        ? await call('notes.daily', {})
        : await call('notes.write', { ...asked, text: `# ${asked.title}` }),
    onSuccess: async ({ path }) => {
      await queries.invalidateQueries({ queryKey: ['notes.recent'] })
      await navigate({ to: '/edit/$', params: { _splat: path } })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const given = event.currentTarget
    const [title, folder] = [fieldOf(given, 'title'), fieldOf(given, 'folder')]
    make.mutate({ title, ...(folder === '' ? {} : { folder }) })
  }
  if (!session.rights.includes('write')) return null
  return (
    <>
      <p className="actions">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {said.newNote}
        </button>
        <button type="button" onClick={() => make.mutate('today')} disabled={make.isPending}>
          {said.today}
        </button>
      </p>
      {isOpen && (
        <form onSubmit={submit}>
          <label>
            {said.newTitle}
            <input name="title" required maxLength={1000} dir="auto" />
          </label>
          <label>
            {said.newFolder}
            <input name="folder" dir="auto" />
          </label>
          <button type="submit" disabled={make.isPending}>
            {said.create}
          </button>
        </form>
      )}
      {make.error !== null && <Problem error={make.error} />}
    </>
  )
}
