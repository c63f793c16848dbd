import { type NostrEvent, kinds, tagOf } from './event.ts'

/** A team of agents (kind 34199). */
export type AgentTeam = {
  readonly title: string
  /** Ids of definitions (kind 4199), none twice; the first leads. */
  readonly members: readonly string[]
}

const mostMembers = 100

/** Reads a team; undefined if the event is none, or has no title. @example readTeam(event)?.members[0] */
export function readTeam(event: Pick<NostrEvent, 'kind' | 'tags'>): AgentTeam | undefined {
  const title = tagOf(event, 'title')?.trim() ?? ''
  if (event.kind !== kinds.team || title === '') return undefined
  const ids = event.tags.flatMap(([name, id = '']) => (name === 'e' && /^[0-9a-f]{64}$/.test(id) ? [id] : []))
  return { title, members: [...new Set(ids)].slice(0, mostMembers) }
}
