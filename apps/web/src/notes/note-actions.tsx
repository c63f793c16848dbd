import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Field, Form } from '../frame/form.tsx'
import { Button, Problem } from '../frame/pieces.tsx'
import { notesTexts as said } from '../texts/notes.ts'
import { UndoButton } from './undo-button.tsx'

/** What can be done with a note: edit, rename with its links, remove; each can be taken back. */
export function NoteActions({ path }: { readonly path: string }): ReactNode {
  const { call, may } = useApi()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'move' | 'remove'>()
  const renewed = async (): Promise<void> =>
    await queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('notes.') })
  const move = useMutation({
    mutationFn: async (to: string) => await call('notes.move', { note: path, to }),
    onSuccess: async ({ moved, undo }) => {
      await navigate({
        to: '/note/$',
        params: { _splat: moved.to },
        state: { undo, from: path } as object,
        replace: true,
      })
      await renewed()
    },
  })
  const remove = useMutation({
    mutationFn: async () => await call('notes.remove', { note: path }),
    onSuccess: renewed,
  })
  const { undo, from } = (history.state ?? {}) as { readonly undo?: unknown; readonly from?: unknown }
  const goBack = (): void => void navigate({ to: '/note/$', params: { _splat: String(from) }, replace: true })
  const mayWrite = may('write')
  if (remove.data !== undefined)
    return (
      <p className="notice" role="status">
        {said.removed(path)} {remove.data.undo !== undefined && <UndoButton run={remove.data.undo} />}
      </p>
    )
  return (
    <>
      <p className="actions">
        {mayWrite && (
          <Link to="/edit/$" params={{ _splat: path }}>
            {said.edit}
          </Link>
        )}
        <Link to="/graph" search={{ note: path, hops: 1 }}>
          {said.graphAround}
        </Link>
        {mayWrite && (
          <>
            <Button
              text={said.move}
              aria-expanded={open === 'move'}
              onClick={() => setOpen(open === 'move' ? undefined : 'move')}
            />
            <Button text={said.remove} onClick={() => setOpen('remove')} />
          </>
        )}
        {typeof undo === 'string' && (
          <span role="status">
            {said.moved} <UndoButton run={undo} onUndone={goBack} />
          </span>
        )}
      </p>
      {open === 'move' && <MoveForm path={path} onMove={move.mutate} isBusy={move.isPending} />}
      {open === 'remove' && (
        <p className="notice" role="alert">
          {said.removeSure} <Button text={said.remove} onClick={() => remove.mutate()} disabled={remove.isPending} />{' '}
          <Button text={said.cancel} onClick={() => setOpen(undefined)} />
        </p>
      )}
      {[move.error, remove.error].map((error) => error !== null && <Problem key={error.message} error={error} />)}
    </>
  )
}

type MoveFormProps = { readonly path: string; readonly onMove: (to: string) => void; readonly isBusy: boolean }

/** Says beforehand which links would be rewritten. */
function MoveForm({ path, onMove, isBusy }: MoveFormProps): ReactNode {
  const { data } = useAnswer('notes.links', { note: path })
  return (
    <Form onSend={(fieldOf) => onMove(fieldOf('to').trim())}>
      <Field label={said.moveTo} name="to" defaultValue={path} size={40} required dir="auto" />
      <Button text={said.moveDo} type="submit" disabled={isBusy} />
      {data !== undefined && <p className="soft">{said.movePlan(data.backlinks.length)}</p>}
    </Form>
  )
}
