import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { graphTexts as said } from '../texts/graph.ts'
import { GraphView } from './graph-view.tsx'
import { type Hops, HopsSelect } from './hops-select.tsx'
import { type NoteGraph, colorsOf } from './shown-graph.ts'

type SmallGraphProps = {
  readonly summary: string
  /** Whether it has no middle, from where one says how far to go. */
  readonly isWhole?: boolean
  readonly children: (hops: Hops) => ReactNode
}

/** A place for a graph of what lies around something, which is asked for once somebody wants it. */
export function SmallGraph({ summary, isWhole = false, children }: SmallGraphProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [hops, setHops] = useState<Hops>(1)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && (
        <>
          {!isWhole && <HopsSelect value={hops} onChoose={setHops} />}
          {children(hops)}
        </>
      )}
    </details>
  )
}

type DrawnGraphProps = {
  readonly graph: NoteGraph
  readonly label: string
  readonly isWhole?: boolean
  readonly linkTo: (path: string) => LinkProps
  readonly onOpen: (path: string) => void
}

/** The picture, and each link of it in words. `name`: what the first list is called. */
export function DrawnGraph({ graph, label, isWhole = false, linkTo, onOpen }: DrawnGraphProps): ReactNode {
  const { notes, links } = graph
  const emphasis = useMemo(
    () => ({ colors: colorsOf(graph, 'type').colors, focus: isWhole ? undefined : 0, way: [] }),
    [graph, isWhole],
  )
  const linked = (place: number): ReactNode => (
    <Link {...linkTo(notes[place]?.path ?? '')} dir="auto">
      {notes[place]?.title}
    </Link>
  )
  if (links.length === 0) return <p className="soft">{said.noLinks}</p>
  return (
    <>
      <GraphView graph={graph} emphasis={emphasis} onNote={onOpen} label={label} />
      <ul className="rows scrolled" aria-label={said.linksList} tabIndex={0}>
        {links.map(([from, to]) => (
          <li key={`${from} ${to}`}>
            {linked(from)} → {linked(to)}
          </li>
        ))}
      </ul>
      {graph.left_out > 0 && <p className="soft">{said.leftOut(graph.left_out)}</p>}
    </>
  )
}
