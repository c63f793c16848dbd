import { type NostrEvent, kinds, tagOf, tagsOf, versionOf } from './event.ts'

/** An agent definition of TENEX, kind 4199. */
export type AgentDefinition = {
  readonly title: string
  /** Groups the versions of one author; undefined if the event has none and stands alone. */
  readonly d?: string | undefined
  readonly version: number
  readonly role: string
  readonly description: string
  readonly instructions: string
  readonly useCriteria: string
  readonly category?: string | undefined
  /** Requested, never granted. */
  readonly tools: readonly string[]
  readonly hashtags: readonly string[]
  readonly image?: string | undefined
  /** The definition that it was made from. */
  readonly forkOf?: string | undefined
  /** Events of kind 1063 that belong to it. */
  readonly files: readonly { readonly id: string; readonly relay: string; readonly marker: string }[]
  /** The long text. */
  readonly content: string
  /** Tags that are known to nobody here; they survive a round trip. */
  readonly others: readonly (readonly string[])[]
}

const known = /^(?:title|d|ver|role|description|instructions|use-criteria|category|tool|t|image|e)$/
const categories = ['principal', 'orchestrator', 'worker', 'reviewer', 'domain-expert', 'generalist']

/**
 * Reads a definition.
 * @returns The definition, or why the event is none: another kind, or no title.
 * @example readDefinition(event)
 */
export function readDefinition(event: Pick<NostrEvent, 'kind' | 'tags' | 'content'>): AgentDefinition | string {
  if (event.kind !== kinds.definition) return `it is of the kind ${event.kind}, not ${kinds.definition}`
  const text = (name: string): string => tagOf(event, name) ?? ''
  const title = text('title').trim()
  if (title === '') return 'it has no title'
  const linked = event.tags
    .filter(([name, id]) => name === 'e' && id !== undefined)
    .map(([, id = '', relay = '', marker = '']) => ({ id, relay, marker }))
  return {
    title,
    d: tagOf(event, 'd'),
    version: versionOf(event),
    role: text('role') || 'assistant',
    description: text('description'),
    instructions: text('instructions'),
    useCriteria: text('use-criteria'),
    category: categories.find((one) => one === text('category')),
    tools: tagsOf(event, 'tool'),
    hashtags: tagsOf(event, 't'),
    image: tagOf(event, 'image'),
    forkOf: linked.find(({ marker }) => marker === 'fork')?.id,
    files: linked.filter(({ marker }) => marker !== 'fork'),
    content: event.content,
    others: event.tags.filter(([name = '']) => !known.test(name)),
  }
}

/**
 * The tags of a definition: one only where it has a value, but for `d`, which may be the empty text.
 * @example finalizeEvent({ kind: 4199, tags: definitionTags(definition), content: definition.content, created_at }, key)
 */
export function definitionTags(definition: AgentDefinition): string[][] {
  const { title, d, version, role, description, instructions, useCriteria, category, image, forkOf } = definition
  const one = (name: string, value: string | undefined): string[][] =>
    value === undefined || value === '' ? [] : [[name, value]]
  return [
    ['title', title],
    ...(d === undefined ? [] : [['d', d]]),
    ['ver', String(version)],
    ...one('role', role),
    ...one('description', description),
    ...one('instructions', instructions),
    ...one('use-criteria', useCriteria),
    ...one('category', category),
    ...one('image', image),
    ...definition.tools.map((tool) => ['tool', tool]),
    ...definition.hashtags.map((tag) => ['t', tag]),
    ...(forkOf === undefined ? [] : [['e', forkOf, '', 'fork']]),
    ...definition.files.map(({ id, relay, marker }) => (marker === '' ? ['e', id, relay] : ['e', id, relay, marker])),
    ...definition.others.map((tag) => [...tag]),
  ]
}

/** What one definition is called by: that of `d`, or of its title. @example definitionSlug(definition) // 'security-reviewer' */
export function definitionSlug({ d, title }: Pick<AgentDefinition, 'd' | 'title'>): string {
  const text = d === undefined || d === '' ? title : d
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
