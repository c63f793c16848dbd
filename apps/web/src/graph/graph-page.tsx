import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { NoteLink } from '../frame/links.tsx'
import { LongList } from '../frame/long-list.tsx'
import { Answered, Button, Empty, Section, Title } from '../frame/pieces.tsx'
import { graphTexts as said } from '../texts/graph.ts'
import { notesTexts } from '../texts/notes.ts'
import { type GraphSearch, colorings } from './graph-search.ts'
import { GraphView } from './graph-view.tsx'
import { HopsSelect } from './hops-select.tsx'
import { NotePicker } from './note-picker.tsx'
import { type NoteGraph, colorsOf, neighboursOf, wayBetween } from './shown-graph.ts'

/** The notes of a space and their links, as a picture and as a list. */
export function GraphPage(): ReactNode {
  const { note, hops } = useSearch({ from: '/graph' })
  const answer = useAnswer('notes.graph', note === undefined ? {} : { note, hops: hops ?? 1 })
  return (
    <>
      <Title>{note === undefined ? said.title : said.around(note)}</Title>
      <Answered answer={answer}>
        {(graph) =>
          graph.notes.length === 0 ? (
            <Empty text={notesTexts.empty} hint={notesTexts.emptyHint} command={notesTexts.emptyCommand} />
          ) : (
            <Graph graph={graph} />
          )
        }
      </Answered>
    </>
  )
}

function Graph({ graph }: { readonly graph: NoteGraph }): ReactNode {
  const search = useSearch({ from: '/graph' })
  const { note, hops = 1, by = 'folder', focus, to } = search
  const navigate = useNavigate()
  const { notes } = graph
  const neighbours = useMemo(() => neighboursOf(graph), [graph])
  const { colors, groups } = useMemo(() => colorsOf(graph, by), [graph, by])
  const placeOf = (path: string | undefined): number | undefined => {
    const place = path === undefined ? -1 : notes.findIndex((one) => one.path === path)
    return place === -1 ? undefined : place
  }
  const [from, end] = [placeOf(focus), placeOf(to)]
  const way = useMemo(
    () => (from === undefined || end === undefined ? [] : wayBetween(neighbours, from, end)),
    [neighbours, from, end],
  )
  const emphasis = useMemo(() => ({ colors, focus: from, way }), [colors, from, way])
  // What is looked at is a step that one can go back.
  const set = (more: Partial<GraphSearch>): void =>
    void navigate({ to: '/graph', search: { ...search, ...more }, resetScroll: false })
  const look = (path: string | undefined): void => set({ focus: path })
  return (
    <>
      <div className="filters">
        <NotePicker label={said.find} notes={notes} value={focus} onChoose={look} />
        <NotePicker label={said.to} notes={notes} value={to} onChoose={(path) => set({ to: path })} />
        <label>
          {said.by}
          <select value={by} onChange={(event) => set({ by: colorings.find((one) => one === event.target.value) })}>
            {colorings.map((one) => (
              <option key={one} value={one}>
                {said.colorings[one]}
              </option>
            ))}
          </select>
        </label>
        {note !== undefined && (
          <>
            <HopsSelect value={hops} onChoose={(chosen) => set({ hops: chosen })} />
            <Link to="/graph">{said.whole}</Link>
          </>
        )}
      </div>
      <GraphView graph={graph} emphasis={emphasis} onNote={look} />
      <ul className="legend" aria-label={said.legend}>
        {groups.map(({ name, color, count }) => (
          <li key={name}>
            <span className="spot" style={{ background: color }} />{' '}
            <span dir="auto">{name === '' ? said.others : name}</span> <span className="soft">{count}</span>
          </li>
        ))}
      </ul>
      {graph.left_out > 0 && <p className="soft">{said.leftOut(graph.left_out)}</p>}
      {from !== undefined && end !== undefined && <Way graph={graph} way={way} />}
      {from !== undefined && <Focused graph={graph} place={from} neighbours={neighbours[from] ?? []} onLook={look} />}
      <h2>{said.list}</h2>
      <LongList
        items={notes.map((one, place) => ({ ...one, links: neighbours[place]?.length ?? 0 }))}
        label={said.list}
        keyOf={({ path }) => path}
      >
        {({ path, title, links }) => (
          <div className="row-head">
            <span>
              <NoteLink path={path} text={title === '' ? path : title} />{' '}
              <span className="soft">{said.links(links)}</span>
            </span>
            <Button text={said.look} aria-label={said.lookAt(title)} onClick={() => look(path)} />
          </div>
        )}
      </LongList>
    </>
  )
}

type WayProps = { readonly graph: NoteGraph; readonly way: readonly number[] }

function Way({ graph: { notes }, way }: WayProps): ReactNode {
  return (
    <Section title={said.way} aria-label={said.way}>
      {way.length === 0 && <p role="status">{said.noWay}</p>}
      <ol>
        {way.map((place) => (
          <li key={place}>
            <NoteLink path={notes[place]?.path ?? ''} text={notes[place]?.title} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

type FocusedProps = {
  readonly graph: NoteGraph
  readonly place: number
  readonly neighbours: readonly number[]
  readonly onLook: (path: string) => void
}

function Focused({ graph: { notes }, place, neighbours, onLook }: FocusedProps): ReactNode {
  const { path = '', title = '' } = notes[place] ?? {}
  return (
    <section aria-label={said.looked}>
      <h2 dir="auto">{title}</h2>
      <p>
        <NoteLink path={path} text={said.open} />
        {' · '}
        <Link to="/graph" search={{ note: path, hops: 1 }}>
          {said.onlyAround}
        </Link>
      </p>
      <ul className="tags" aria-label={said.neighbours}>
        {neighbours.slice(0, 100).map((one) => (
          <li key={one}>
            <Button
              text={notes[one]?.title}
              className="plain"
              dir="auto"
              onClick={() => onLook(notes[one]?.path ?? '')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
