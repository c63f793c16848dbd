import type { AgentEntry } from '../../file/agent-entry.ts'
import { agentSections } from './agent-sections.ts'
import { contentWords } from './content-words.ts'
import { descriptionParts } from './description-parts.ts'
import { withoutProtocol } from './without-protocol.ts'

export type UnitKind = 'identity' | 'description' | 'skill' | 'example' | 'learned' | 'trigger' | 'section'

/** One text of an agent that gets a vector of its own. */
export type AgentUnit = {
  readonly kind: UnitKind
  readonly text: string
  /** What is embedded in place of the text, which people are shown. */
  readonly embedded?: string | undefined
  /** Of the skill that the text describes or exemplifies. */
  readonly skillId?: string | undefined
}

// About the 256 tokens that the model reads.
const longestUnit = 1000
// Long prompts name their subject early; more sections cost embedding time and bring nothing measurable.
const mostSections = 24

/** In these an agent says what it is; examples are what people say. */
const ofItself: ReadonlySet<UnitKind> = new Set(['identity', 'description', 'skill'])

/** What the vector of a unit is made of. */
export function embeddedText({ text, embedded = text }: AgentUnit): string {
  return embedded
}

/**
 * The texts by which an agent is found: name with description, description and its parts, each skill, example and trigger,
 * and the sections of its prompt. The name stands before skills, since a skill alone ("code review") says too little;
 * examples and sections stand for themselves, as users' requests do. `learned`: sentences that are searched like examples,
 * though they aren't in the entry; `alsoNamed`: the names of copies, by which it is found too. Result: units without
 * repetitions, identity first.
 */
export function agentUnits(
  entry: AgentEntry,
  body: string | undefined,
  {
    learned = [],
    alsoNamed = [],
  }: { readonly learned?: readonly string[] | undefined; readonly alsoNamed?: readonly string[] | undefined } = {},
): readonly AgentUnit[] {
  const units = new Map<string, AgentUnit>()
  const shorten = withoutProtocol(entry)
  const add = (kind: UnitKind, text: string, skillId?: string): void => {
    const folded = text.replace(/\s+/g, ' ').trim().slice(0, longestUnit)
    if (folded === '' || units.has(folded)) return
    const shortened = ofItself.has(kind) ? shorten(folded) : folded
    units.set(folded, { kind, text: folded, ...(shortened === folded ? {} : { embedded: shortened }), skillId })
  }
  for (const name of [entry.name, ...alsoNamed])
    add('identity', entry.description === '' ? name : `${name}: ${entry.description}`)
  add('description', entry.description)
  for (const part of descriptionParts(shorten(entry.description)))
    if (contentWords(part).length > 0) add('description', part)
  for (const skill of entry.skills) {
    // Importers make a skill of the description where there is none; its text is there already.
    if (skill.description !== entry.description || skill.name !== entry.name) {
      const label = skill.description === skill.name ? skill.name : `${skill.name}: ${skill.description}`
      add('skill', `${entry.name}: ${label}`, skill.id)
    }
    for (const example of skill.examples ?? []) add('example', example, skill.id)
  }
  for (const example of entry.triggers?.examples ?? []) add('example', example)
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
  return kind === 'example' || kind === 'learned'
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
