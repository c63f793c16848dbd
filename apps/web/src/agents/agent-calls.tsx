import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { OutputOf } from '@datacortex/space'
import { useAnswer } from '../frame/api-context.tsx'
import { Answered } from '../frame/pieces.tsx'
import type { Hops } from '../graph/hops-select.tsx'
import { DrawnGraph, SmallGraph } from '../graph/small-graph.tsx'
import type { NoteGraph } from '../graph/shown-graph.ts'
import { agentsTexts as said } from '../texts/agents.ts'

/** Who may call whom around an agent, or of all where none is named. */
export function AgentCalls({ agent }: { readonly agent?: string }): ReactNode {
  const isWhole = agent === undefined
  return (
    <SmallGraph summary={isWhole ? said.allCalls : said.calls} isWhole={isWhole}>
      {(hops) => <Calls around={isWhole ? {} : { agent, hops }} />}
    </SmallGraph>
  )
}

function Calls({ around }: { readonly around: { readonly agent?: string; readonly hops?: Hops } }): ReactNode {
  return (
    <Answered answer={useAnswer('agents.graph', around, { keeps: true })}>
      {(graph) => <Drawn graph={graph} isWhole={around.agent === undefined} />}
    </Answered>
  )
}

function Drawn({ graph, isWhole }: { readonly graph: OutputOf<'agents.graph'>; readonly isWhole: boolean }): ReactNode {
  const navigate = useNavigate()
  const drawn = useMemo(
    (): NoteGraph => ({
      notes: graph.agents.map(({ id, name, module }) => ({ path: id, title: name, type: module ?? '', tags: [] })),
      links: graph.calls,
      left_out: graph.left_out,
    }),
    [graph],
  )
  const location = (id: string) => ({ to: '/agent/$', params: { _splat: id } }) as const
  return (
    <DrawnGraph
      graph={drawn}
      isWhole={isWhole}
      label={said.callsPicture(graph.agents.length, graph.calls.length)}
      linkTo={location}
      onOpen={(id) => void navigate(location(id))}
    />
  )
}
