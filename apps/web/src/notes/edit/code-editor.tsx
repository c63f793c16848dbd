import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands'
import { Language, defineLanguageFacet, syntaxHighlighting } from '@codemirror/language'
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { GFM, parser } from '@lezer/markdown'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'

/** What can be done with the text from outside. */
export type EditorHandle = {
  /** Replaces what differs. `isUndoable`: by the user, with the keys of the editor. */
  readonly replace: (text: string, options: { readonly isUndoable: boolean }) => void
}

/** A text to edit. Tab leaves it, as it leaves every field. What a text begins with is never undone. */
export function CodeEditor({
  initial,
  label,
  describedBy,
  isMarkdown,
  onText,
  onSave,
  ref,
}: {
  readonly initial: string
  readonly label: string
  readonly describedBy: string
  readonly isMarkdown: boolean
  readonly onText: (text: string) => void
  readonly onSave: () => void
  readonly ref: Ref<EditorHandle>
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onText, onSave })
  useEffect(() => {
    latest.current = { onText, onSave }
  })
  const first = useRef({ initial, label, describedBy, isMarkdown })
  useEffect(() => {
    if (place.current === null) return undefined
    const given = first.current
    const save = (): true => {
      latest.current.onSave()
      return true
    }
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: given.initial,
        extensions: [
          EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''),
          // Only these end a line in files of notes.
          EditorState.lineSeparator.of('\n'),
          history(),
          keymap.of([{ key: 'Mod-s', preventDefault: true, run: save }, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': given.label,
            'aria-describedby': given.describedBy,
            spellcheck: 'true',
            dir: 'auto',
          }),
          EditorView.perLineTextDirection.of(true),
          ...(given.isMarkdown ? [markdown, syntaxHighlighting(classHighlighter)] : []),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onText(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    made.focus()
    return () => made.destroy()
  }, [])
  useImperativeHandle(ref, () => ({
    replace: (text, { isUndoable }) => {
      const now = view.current
      if (now === undefined) return
      const before = now.state.doc.toString()
      let [from, to, end] = [0, before.length, text.length]
      while (from < Math.min(to, end) && before[from] === text[from]) from += 1
      for (; Math.min(to, end) > from && before[to - 1] === text[end - 1]; to -= 1) end -= 1
      now.dispatch({
        changes: { from, to, insert: now.state.toText(text.slice(from, end)) },
        annotations: [Transaction.addToHistory.of(isUndoable), isolateHistory.of('full')],
      })
    },
  }))
  return <div ref={place} className="editor" />
}

const markdown = new Language(defineLanguageFacet(), parser.configure([GFM]), [], 'markdown').extension
