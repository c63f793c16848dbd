import type { AgentEntry } from '../../file/agent-entry.ts'
import { madeExamples } from '../../file/made-examples.ts'
import { agentSections } from './agent-sections.ts'
import { contentWords } from '../request/query-words.ts'

export type UnitKind =
  | 'identity'
  | 'description'
  | 'skill'
  | 'example'
  | 'made example'
  | 'learned'
  | 'trigger'
  | 'section'

/** One text of an agent that gets a vector of its own. */
export type AgentUnit = {
  readonly kind: UnitKind
  readonly text: string
  /** Of the skill that the text describes or exemplifies. */
  readonly skillId?: string | undefined
}

// About the 256 tokens that the model reads.
const longestUnit = 1000
// Long prompts name their subject early; more sections cost embedding time and bring nothing measurable.
const mostSections = 24

/** In these an agent says what it is; examples are what people say. */
const ofItself: ReadonlySet<UnitKind> = new Set(['identity', 'description', 'skill'])

/** What is not in the entry: sentences of other sources, further names, and what its components are. */
type SaidBeside = {
  readonly learned?: readonly string[] | undefined
  readonly alsoNamed?: readonly string[] | undefined
  readonly parts?: readonly string[] | undefined
}

/** The texts by which an agent is found, identity first. Skills have its name before them, as they say little. */
export function agentUnits(
  entry: AgentEntry,
  body: string | undefined,
  { learned = [], alsoNamed = [], parts = [] }: SaidBeside = {},
): readonly AgentUnit[] {
  const units = new Map<string, AgentUnit>()
  const add = (kind: UnitKind, text: string, skillId?: string): void => {
    const folded = text.replace(/\s+/g, ' ').trim().slice(0, longestUnit)
    if (folded === '' || units.has(folded)) return
    units.set(folded, { kind, text: folded, skillId })
  }
  for (const name of [entry.name, ...alsoNamed])
    add('identity', entry.description === '' ? name : `${name}: ${entry.description}`)
  for (const description of [entry.description, ...parts]) {
    add('description', description)
    for (const part of descriptionParts(description)) if (contentWords(part).length > 0) add('description', part)
  }
  for (const skill of entry.skills) {
    // Importers make a skill of the description where there is none; its text is there already.
    if (skill.description !== entry.description || skill.name !== entry.name) {
      const label = skill.description === skill.name ? skill.name : `${skill.name}: ${skill.description}`
      add('skill', `${entry.name}: ${label}`, skill.id)
    }
    for (const example of skill.examples ?? []) add('example', example, skill.id)
  }
  for (const example of entry.triggers?.examples ?? []) add('example', example)
  for (const example of madeExamples(entry)?.texts ?? []) add('made example', example)
  for (const sentence of learned) add('learned', sentence)
  for (const pattern of entry.triggers?.patterns ?? []) add('trigger', patternWords(pattern))
  for (const { heading, items } of agentSections(body ?? '').slice(0, mostSections)) {
    add('section', [heading, items.join(', ')].filter((part) => part !== '').join(': '))
  }
  return [...units.values()]
}

/** Whether an agent says with it what it is. */
export function isOfItself({ kind }: AgentUnit): boolean {
  return ofItself.has(kind)
}

/** Of those kinds are the sentences that somebody who wants the agent would say. */
export function isExample({ kind }: AgentUnit): boolean {
  return kind === 'example' || kind === 'made example' || kind === 'learned'
}

/** The words of a regular expression: `analyze.*url` is `analyze url`, `regist(er|ry)` is `register`, `(?i)url` is `url`. */
function patternWords(pattern: string): string {
  return pattern
    .replace(/^\/(.*)\/[dgimsuvy]+\s*$/s, '$1')
    .replace(/\(\?(?:[a-zA-Z-]+(?=[:)])|P?<\w+>)/g, '(')
    .replace(/\\[a-zA-Z]/g, ' ')
    .replace(/(?<=[\p{L}\p{M}])\((?:\?:)?([\p{L}\p{M}\p{N}]+)(?:\|[\p{L}\p{M}\p{N}]*)*\)/gu, '$1')
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
}

/** Everything an agent says of itself as one text for full-text search. */
export function agentDocument(
  entry: AgentEntry,
  body: string | undefined,
  { learned = [], alsoNamed = [] }: SaidBeside = {},
): string {
  const skills = entry.skills.flatMap((skill) => [skill.name, skill.description, ...(skill.examples ?? [])])
  const sections = agentSections(body ?? '').map(({ heading, items }) => [heading, ...items].join(' '))
  const said = [...(entry.triggers?.examples ?? []), ...(madeExamples(entry)?.texts ?? []), ...learned]
  const texts = [entry.name, ...alsoNamed, entry.description, ...skills, ...said, ...sections]
  // Skills made of the description would count its words twice.
  return [...new Set(texts)].join('\n').replace(/[-_]/g, ' ')
}

// Signs that end a part; those inside of words (`C/C++`, `Node.js`, `day-to-day`) don't.
const boundary = /[^\p{L}\p{M}\p{N}\s'’./+#&-]|\.(?!\S)|\s[-/&](?!\S)/u
// The longest of 600 real descriptions has 22; a page of text shall not become a hundred vectors.
const mostParts = 24

/** The clauses and phrases of a description: a sentence that lists four things is near to none of them as a whole. */
export function descriptionParts(description: string): readonly string[] {
  const parts = description
    .split(boundary)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.length < 2 ? [] : [...new Set(parts)].slice(0, mostParts)
}
