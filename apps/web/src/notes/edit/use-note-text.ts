import { useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '@datacortex/space'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../../frame/api-context.tsx'
import type { EditorHandle } from './code-editor.tsx'
import { type BaseText, draftsOf } from './drafts.ts'

export type NoteRead = OutputOf<'notes.read'>['notes'][number]

/** What became of the last attempt to save. */
export type Saving = {
  readonly state: 'idle' | 'saving' | 'saved' | 'failed'
  readonly undo?: string | undefined
  readonly error?: unknown
}

/** The text of a note that is edited, beside the text of its file, which others may change meanwhile. */
export function useNoteText({ note, editor }: { note: NoteRead; editor: RefObject<EditorHandle | null> }) {
  const { call, session } = useApi()
  const queries = useQueryClient()
  const { path } = note
  const drafts = useMemo(() => draftsOf(session.space, path), [session.space, path])
  const disk: BaseText = useMemo(() => ({ text: note.text, sha256: note.sha256 }), [note.text, note.sha256])
  const [restored] = useState(() => drafts.find())
  const [base, setBase] = useState(restored?.base ?? disk)
  const [text, setText] = useState(restored?.text ?? disk.text)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [isKept, setKept] = useState(true)
  /** What is on its way: when it is in the file before the answer is here, it is no change by others. */
  const sent = useRef<string>(undefined)
  const attempts = useRef(0)
  const isChanged = text !== base.text
  const isOther = disk.sha256 !== base.sha256
  const isOurs = isOther && (disk.text === text || disk.text === sent.current)
  const isConflict = isOther && isChanged && !isOurs

  useEffect(() => {
    if (!isOther || isConflict) return
    // Nobody has changed anything here: the editor shows what the file says now.
    if (!isOurs && !isChanged) editor.current?.replace(disk.text, { isUndoable: false })
    if (disk.text === sent.current) {
      // It is in the file; that its answer is not here yet, as the index follows, keeps nobody.
      sent.current = undefined
      setSaving({ state: 'saved' })
    }
    setBase(disk)
  }, [isOther, isConflict, isOurs, isChanged, disk, editor])

  useEffect(() => {
    if (isChanged) setKept(drafts.keep({ base, text, at: new Date().toISOString() }))
    else drafts.forget(base)
  }, [isChanged, base, text, drafts])

  const read = useMemo(() => ['notes.read', { notes: [path] }] as const, [path])
  const save = useCallback(
    async (over: BaseText): Promise<void> => {
      const attempt = (attempts.current += 1)
      sent.current = text
      setSaving({ state: 'saving' })
      try {
        const { sha256, undo } = await call('notes.edit', { note: path, text, expected: over.sha256 })
        drafts.forget(base)
        if (attempt === attempts.current && sent.current === text) {
          await queries.cancelQueries({ queryKey: read })
          const saved = { text, sha256 }
          queries.setQueryData<OutputOf<'notes.read'>>(
            read,
            (before) => before && { ...before, notes: before.notes.map((one) => ({ ...one, ...saved })) },
          )
          setBase(saved)
          sent.current = undefined
        }
        if (attempt === attempts.current) setSaving({ state: 'saved', undo })
      } catch (error) {
        if (attempt !== attempts.current) return
        sent.current = undefined
        setSaving({ state: 'failed', error })
      }
      await queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('notes.') })
    },
    [base, call, drafts, path, queries, read, text],
  )
  return {
    base,
    disk,
    text,
    setText,
    saving,
    isChanged,
    isConflict,
    isKept,
    restored,
    save: () => void save(base),
    /** Puts another text in place of what is edited; it can be undone in the editor. */
    takeOver: (other: string) => {
      setBase(disk)
      setSaving({ state: 'idle' })
      drafts.forget(base)
      editor.current?.replace(other, { isUndoable: true })
    },
    keepMine: () => {
      drafts.forget(base)
      setBase(disk)
      void save(disk)
    },
    discard: () => {
      drafts.forget(base)
      setBase(disk)
      editor.current?.replace(disk.text, { isUndoable: true })
    },
  }
}

export type NoteText = ReturnType<typeof useNoteText>
