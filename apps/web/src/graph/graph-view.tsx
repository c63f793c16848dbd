import { type ReactNode, useEffect, useRef, useState } from 'react'
import { graphTexts as said } from '../texts/graph.ts'
import type { DrawnGraph, Emphasis } from './draw-graph.ts'
import type { NoteGraph } from './shown-graph.ts'

/** A graph as a picture. What it shows stands beside it as text too. */
export function GraphView({
  graph,
  emphasis,
  onNote,
  label = said.picture(graph.notes.length, graph.links.length),
}: {
  readonly graph: NoteGraph
  /** What the picture shows, for who does not see it. */
  readonly label?: string
  readonly emphasis: Emphasis
  readonly onNote: (path: string) => void
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef({ onNote })
  const [drawn, setDrawn] = useState<DrawnGraph>()
  const [state, setState] = useState<'moving' | 'settled' | 'none'>('moving')
  useEffect(() => {
    latest.current = { onNote }
  })
  useEffect(() => {
    const box = place.current
    if (box === null) return undefined
    let isLeft = false
    let shown: DrawnGraph | undefined
    setState('moving')
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const draw = async (): Promise<void> => {
      const { drawGraph } = await import('./draw-graph.ts')
      const made = await drawGraph(box, graph, {
        isStill,
        onNote: (path) => latest.current.onNote(path),
        onSettled: () => !isLeft && setState('settled'),
      })
      if (isLeft) return made.stop()
      shown = made
      setDrawn(made)
    }
    // Where there is no WebGL 2 the list has all that the picture would show.
    draw().catch(() => !isLeft && setState('none'))
    return () => {
      isLeft = true
      shown?.stop()
      setDrawn(undefined)
      box.replaceChildren()
    }
  }, [graph])
  useEffect(() => drawn?.show(emphasis), [drawn, emphasis])
  return (
    <>
      <div ref={place} className="graph" role="img" aria-label={label} hidden={state === 'none'} />
      <p className="soft" role="status">
        {said[state]}
      </p>
    </>
  )
}
