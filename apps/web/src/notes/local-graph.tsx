import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Answered } from '../frame/pieces.tsx'
import type { Hops } from '../graph/hops-select.tsx'
import { DrawnGraph, SmallGraph } from '../graph/small-graph.tsx'
import { graphTexts } from '../texts/graph.ts'
import { notesTexts } from '../texts/notes.ts'
import { noteLocation } from './note-location.ts'

export function LocalGraph({ note }: { readonly note: string }): ReactNode {
  return <SmallGraph summary={notesTexts.localGraph}>{(hops) => <Around note={note} hops={hops} />}</SmallGraph>
}

function Around({ note, hops }: { readonly note: string; readonly hops: Hops }): ReactNode {
  const navigate = useNavigate()
  return (
    <Answered answer={useAnswer('notes.graph', { note, hops }, { keeps: true })}>
      {(graph) => (
        <DrawnGraph
          graph={graph}
          label={graphTexts.picture(graph.notes.length, graph.links.length)}
          linkTo={noteLocation}
          onOpen={(path) => void navigate(noteLocation(path))}
        />
      )}
    </Answered>
  )
}
