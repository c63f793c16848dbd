import { type NostrEvent, kinds, tagOf, tagsOf } from './event.ts'

/** What an agent learned (kind 4129). */
export type AgentLesson = {
  readonly title: string
  readonly text: string
  readonly detailed?: string | undefined
  readonly hashtags: readonly string[]
  /** Ids of the definitions that it was learned with. */
  readonly definitions: readonly string[]
}

const longest = 2000

/** Reads a lesson, cut to 2,000 characters; undefined if the event is none, or says nothing. @example readLesson(event)?.text */
export function readLesson(event: Pick<NostrEvent, 'kind' | 'tags' | 'content'>): AgentLesson | undefined {
  const text = event.content.trim().slice(0, longest).toWellFormed()
  if (event.kind !== kinds.lesson || text === '') return undefined
  return {
    title: tagOf(event, 'title') ?? '',
    text,
    detailed: tagOf(event, 'detailed'),
    hashtags: tagsOf(event, 't'),
    definitions: tagsOf(event, 'e'),
  }
}

/** The tags of a lesson; its text is the content. @example lessonTags({ title: 'Tides', hashtags: ['sea'], definitions: [] }) */
export function lessonTags({ title, detailed, hashtags, definitions }: Omit<AgentLesson, 'text'>): string[][] {
  return [
    ['title', title],
    ...(detailed === undefined ? [] : [['detailed', detailed]]),
    ...hashtags.map((tag) => ['t', tag]),
    ...definitions.map((id) => ['e', id]),
  ]
}
