import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Problem } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { fieldOf } from './field-of.ts'
import { UndoButton } from './undo-button.tsx'

const said = texts.notes

/** What can be done with a note: edit, rename with its links, remove; each can be taken back. */
export function NoteActions({ path }: { readonly path: string }): ReactNode {
  const { call, session } = useApi()
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
  const mayWrite = session.rights.includes('write')
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
            <button
              type="button"
              aria-expanded={open === 'move'}
              onClick={() => setOpen(open === 'move' ? undefined : 'move')}
            >
              {said.move}
            </button>
            <button type="button" onClick={() => setOpen('remove')}>
              {said.remove}
            </button>
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
          {said.removeSure}{' '}
          <button type="button" onClick={() => remove.mutate()} disabled={remove.isPending}>
            {said.remove}
          </button>{' '}
          <button type="button" onClick={() => setOpen(undefined)}>
            {said.cancel}
          </button>
        </p>
      )}
      {[move.error, remove.error].map((error) => error !== null && <Problem key={error.message} error={error} />)}
    </>
  )
}

/** Says beforehand which links would be rewritten. */
function MoveForm({
  path,
  onMove,
  isBusy,
}: {
  readonly path: string
  readonly onMove: (to: string) => void
  readonly isBusy: boolean
}): ReactNode {
  const { data } = useAnswer('notes.links', { note: path })
  const count = data?.backlinks.length ?? 0
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onMove(fieldOf(event.currentTarget, 'to'))
  }
  return (
    <form onSubmit={submit}>
      <label>
        {said.moveTo}
        <input name="to" defaultValue={path} size={40} required dir="auto" />
      </label>
      <button type="submit" disabled={isBusy}>
        {said.moveDo}
      </button>
      {data !== undefined && <p className="soft">{said.movePlan(count)}</p>}
    </form>
  )
}
