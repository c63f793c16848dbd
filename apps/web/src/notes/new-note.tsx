import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { type FieldOf, Field, Form } from '../frame/form.tsx'
import { Button, Problem } from '../frame/pieces.tsx'
import { notesTexts as said } from '../texts/notes.ts'

/** Makes a note, or that of today; one that is there is never written over. */
export function NewNote(): ReactNode {
  const { call, may } = useApi()
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
  const create = (fieldOf: FieldOf): void => {
    const [title, folder] = [fieldOf('title').trim(), fieldOf('folder').trim()]
    make.mutate({ title, ...(folder === '' ? {} : { folder }) })
  }
  if (!may('write')) return null
  return (
    <>
      <p className="actions">
        <Button text={said.newNote} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
        <Button text={said.today} onClick={() => make.mutate('today')} disabled={make.isPending} />
      </p>
      {isOpen && (
        <Form onSend={create}>
          <Field label={said.newTitle} name="title" required maxLength={1000} dir="auto" />
          <Field label={said.newFolder} name="folder" dir="auto" />
          <Button text={said.create} type="submit" disabled={make.isPending} />
        </Form>
      )}
      {make.error !== null && <Problem error={make.error} />}
    </>
  )
}
