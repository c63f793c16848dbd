import type { AgentEntry } from '@datacortex/registry'
import type { ChosenSpace } from './place-names.ts'

/** Puts the space of a task in for `{space}` in queries and in patterns of places. */
export function withSpace(reads: Pick<NonNullable<AgentEntry['reads']>, 'contextual' | 'infers'>, space: ChosenSpace) {
  const queries = reads.contextual ?? []
  const patterns = reads.infers ?? []
  if ('folder' in space) {
    const put = (text: string): string => text.replaceAll(name, () => space.folder)
    const contextual = queries.map((each) => ({ ...each, query: put(each.query) }))
    return { reads: { contextual, infers: patterns.map(({ pattern }) => ({ pattern: put(pattern) })) }, leftOut: [] }
  }
  const { reason } = space
  const open = [
    ...queries.filter(({ query }) => query.includes(name)).map(({ query }) => `query: ${query}`),
    ...patterns.filter(({ pattern }) => pattern.includes(name)).map(({ pattern }) => `infers: ${pattern}`),
  ]
  return {
    reads: { contextual: queries, infers: patterns.filter(({ pattern }) => !pattern.includes(name)) },
    leftOut: open.map((origin) => ({ origin, reason: `${name} has no meaning: ${reason}` })),
  }
}

const name = '{space}'
