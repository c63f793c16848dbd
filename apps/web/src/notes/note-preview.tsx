import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { notesTexts } from '../texts/notes.ts'

type Shown = { readonly note: string; readonly top: number; readonly left: number }

/** Shows the beginning of a note beside the link that is pointed at or has the focus; Escape closes it. */
export function NotePreview({ children }: { readonly children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<Shown>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const close = (): void => {
    clearTimeout(timer.current)
    setShown(undefined)
  }
  const open = ({ target }: SyntheticEvent): void => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-note]') : null
    const note = link?.dataset['note']
    if (link === null || note === undefined) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => show(link, note), 300)
  }
  const show = (link: HTMLElement, note: string): void => {
    const [at, around] = [link.getBoundingClientRect(), place.current?.getBoundingClientRect()]
    if (around !== undefined)
      setShown({ note, top: at.bottom - around.top + 4, left: Math.max(0, at.left - around.left) })
  }
  // Where nothing hovers each link has a button behind it.
  const press = ({ target }: SyntheticEvent): void => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-preview]') : null
    const note = button?.dataset['preview']
    if (button === null || note === undefined) return
    if (shown?.note === note) close()
    else show(button, note)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => void (event.key === 'Escape' && close())
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links and buttons in it are what is pointed at
    <div
      ref={place}
      className="previewed"
      onMouseOver={open}
      onFocus={open}
      onMouseLeave={close}
      onBlur={close}
      onClick={press}
    >
      {children}
      {shown !== undefined && <Preview {...shown} />}
    </div>
  )
}

function Preview({ note, top, left }: Shown): ReactNode {
  const { data } = useAnswer('notes.render', { note, lines: 12 })
  return data === undefined ? null : (
    <aside
      className="preview"
      aria-label={notesTexts.previewOf(data.title)}
      style={{ top, left: `min(${left}px, 100% - 20rem)` }}
    >
      <strong dir="auto">{data.title}</strong>
      <div className="note" inert dangerouslySetInnerHTML={{ __html: data.html.replaceAll(/ id="[^"]*"/g, '') }} />
    </aside>
  )
}
