import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { NoteLink } from '../frame/links.tsx'
import { Ago, Answered, Button, Problem, Section, Tags, Title } from '../frame/pieces.tsx'
import { notesTexts as said } from '../texts/notes.ts'
import { NoteActions } from './note-actions.tsx'
import { NoteBody } from './note-body.tsx'
import { LinkingNotes } from './linking-notes.tsx'
import { LocalGraph } from './local-graph.tsx'
import { Mentions } from './mentions.tsx'
import { showLine } from './show-line.ts'

type Rendered = OutputOf<'notes.render'>

/** A note: its text part by part as one scrolls, its outline, and what links to it. */
export function NotePage(): ReactNode {
  const { _splat: path = '' } = useParams({ from: '/note/$' })
  const { heading, line } = useSearch({ from: '/note/$' })
  const answer = useAnswer('notes.render', { note: heading === undefined ? path : `${path}#${heading}` })
  return (
    <Answered answer={answer}>
      {(note) => (
        <>
          <Title about={<About note={note} />}>{note.title}</Title>
          <div className="with-side">
            <Parts key={`${path}#${heading}`} note={note} line={line ?? note.at} />
            <aside className="side">
              <Outline note={note} />
              <Backlinks note={note} />
              <Mentions key={note.path} note={note.path} />
              <LocalGraph key={`graph ${note.path}`} note={note.path} />
            </aside>
          </div>
        </>
      )}
    </Answered>
  )
}

function About({ note }: { readonly note: Rendered }): ReactNode {
  const folder = note.path.slice(0, Math.max(0, note.path.lastIndexOf('/')))
  return (
    <>
      <p className="soft">
        <Link to="/notes" search={folder === '' ? {} : { folder }}>
          {folder === '' ? said.all : folder}
        </Link>
        {' · '}
        {note.type} · {said.changed} <Ago at={note.modified} />
      </p>
      <Tags tags={note.tags} />
      <NoteActions key={note.path} path={note.path} />
    </>
  )
}

/** From the first part, or from that in which a wanted line stands. */
function Parts({ note, line }: { readonly note: Rendered; readonly line: number | undefined }): ReactNode {
  const { call } = useApi()
  const isInFirst = line === undefined || (line >= note.start && line <= note.end)
  const from = isInFirst ? note.start : line
  const parts = useInfiniteQuery({
    queryKey: ['notes.parts', note.path, from],
    queryFn: async ({ pageParam, signal }): Promise<Rendered> =>
      await call('notes.render', { note: note.path, from: pageParam }, { signal }),
    initialPageParam: from,
    ...(isInFirst ? { initialData: { pages: [note], pageParams: [from] } } : {}),
    getNextPageParam: ({ next }) => next,
  })
  const end = useRef<HTMLButtonElement>(null)
  const { fetchNextPage, hasNextPage, isFetching } = parts
  useEffect(() => {
    const button = end.current
    if (button === null) return undefined
    const observer = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting === true) void fetchNextPage()
    })
    observer.observe(button)
    return () => observer.disconnect()
  }, [fetchNextPage, hasNextPage, isFetching])
  const isThere = parts.data !== undefined
  useEffect(() => {
    if (isThere && line !== undefined) showLine(line)
  }, [isThere, line])
  const pages = parts.data?.pages ?? []
  return (
    <article>
      {from > 1 && <NoteLink path={note.path} text={said.beginning} />}
      {pages.map((part) => (
        <section key={part.start} className="part" aria-label={said.lines(part.start, part.end, part.lines)}>
          <NoteBody note={note.path} html={withoutTitle(part.html, note.title)} />
        </section>
      ))}
      {parts.error !== null && <Problem error={parts.error} retry={() => void fetchNextPage()} />}
      {hasNextPage && <Button text={said.next} ref={end} onClick={() => void fetchNextPage()} />}
    </article>
  )
}

/** The first heading of most notes is their title, which stands above already. */
function withoutTitle(html: string, title: string): string {
  const [whole = '', heading] = /^<h1 id="L\d+">([^<]*)<\/h1>/.exec(html) ?? []
  return heading === title ? html.slice(whole.length) : html
}

/** Of a long note the first headings, until somebody wants all. */
function Outline({ note: { outline = [], path } }: { readonly note: Rendered }): ReactNode {
  const [most, setMost] = useState(firstHeadings)
  return outline.length < 2 ? null : (
    <nav aria-label={said.outline}>
      <h2>{said.outline}</h2>
      <ul className="outline">
        {outline.slice(0, most).map(({ level, text, line }) => (
          <li key={line} className={`level-${level}`}>
            <Link to="/note/$" params={{ _splat: path }} search={{ line }} replace onClick={() => showLine(line)}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {outline.length > most && (
        <Button text={said.allHeadings(outline.length)} onClick={() => setMost(outline.length)} />
      )}
    </nav>
  )
}

const firstHeadings = 100

function Backlinks({ note: { backlinks = [], more_backlinks: more = 0 } }: { readonly note: Rendered }): ReactNode {
  return (
    <Section title={said.backlinks}>
      <LinkingNotes notes={backlinks} none={said.noBacklinks} />
      {more > 0 && <p className="soft">{said.moreBacklinks(more)}</p>}
    </Section>
  )
}
