import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { Button, Problem } from '../frame/pieces.tsx'
import { notesTexts } from '../texts/notes.ts'

/** Takes back what one write did, and says whether it could. */
export function UndoButton({ run, onUndone }: { readonly run: string; readonly onUndone?: () => void }): ReactNode {
  const { call } = useApi()
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: async () => await call('undo', { run }),
    onSuccess: async () => {
      await queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('notes.') })
      onUndone?.()
    },
  })
  if (undo.error !== null) return <Problem error={undo.error} />
  if (undo.data !== undefined)
    return <span role="status">{undo.data.kept.length > 0 ? notesTexts.undoneNot : notesTexts.undone}</span>
  return <Button text={notesTexts.undo} disabled={undo.isPending} onClick={() => undo.mutate()} />
}
