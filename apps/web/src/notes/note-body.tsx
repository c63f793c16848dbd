import { useNavigate, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { notesTexts } from '../texts/notes.ts'
import { showFiles } from './attached-files.ts'
import { NotePreview } from './note-preview.tsx'
import { noteLocation } from './note-location.ts'

const mostEmbeds = 20

/** A part of a note as the engine rendered it, with its links led to where they lead and its embedded notes. */
export function NoteBody({ html, note: path }: { readonly html: string; readonly note: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const navigate = useNavigate()
  const { call, attachment } = useApi()
  useEffect(() => {
    const body = place.current
    if (body === null) return undefined
    const left = new AbortController()
    const lead = (within: Element, of: string): void => {
      const load = async (file: string, signal: AbortSignal): Promise<Blob> => await attachment(of, file, signal)
      showFiles(within, { load, signal: left.signal })
      const isTouched = matchMedia('(hover: none)').matches
      for (const link of within.querySelectorAll<HTMLAnchorElement>('a[data-note]')) {
        const { note = '' } = link.dataset
        link.href = router.buildLocation(noteLocation(note)).href
        if (!isTouched || link.nextElementSibling?.matches('[data-preview]') === true) continue
        const properties = { type: 'button', className: 'plain', textContent: '▾' }
        const button = Object.assign(document.createElement('button'), properties)
        button.dataset['preview'] = note
        button.setAttribute('aria-label', notesTexts.preview(link.textContent))
        link.after(button)
      }
    }
    lead(body, path)
    // What an embedded note embeds is a link: notes that embed each other end here.
    for (const embed of [...body.querySelectorAll<HTMLElement>('[data-embed]')].slice(0, mostEmbeds)) {
      const note = embed.dataset['embed'] ?? ''
      const fill = async (): Promise<void> => {
        const {
          html: inner,
          title,
          path: of,
        } = await call('notes.render', { note, lines: 60 }, { signal: left.signal })
        const head = document.createElement('a')
        head.dataset['note'] = note
        head.textContent = title
        const box = document.createElement('div')
        box.innerHTML = inner
        for (const one of box.querySelectorAll('[id]')) one.removeAttribute('id')
        embed.replaceChildren(head, box)
        lead(embed, of)
      }
      fill().catch(() => embed.setAttribute('title', notesTexts.embedFailed))
    }
    return () => left.abort()
  }, [html, path, call, attachment, router])
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-note]') : null
    if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(noteLocation(link.dataset['note'] ?? ''))
  }
  return (
    <NotePreview>
      {/* The engine rendered it: it runs nothing, and has no address that is not one of the web. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links in it are links by themselves */}
      <div ref={place} className="note" dir="auto" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
    </NotePreview>
  )
}
