import { z } from 'zod'
import type { AgentEntry, AgentSkill } from './agent-entry.ts'
import type { AgentField, AgentFieldName, Cleaning, FieldReading, LentAgent, Parts } from './agent-field.ts'
import {
  erc8004Schema,
  openSchema,
  paymentSchema,
  performanceSchema,
  readsSchema,
  referencesSchema,
  skillsSchema,
  textSchema,
  textsSchema,
  triggersSchema,
} from './field-schemas.ts'
import { describe, readStatusFlag } from './read/field-reader.ts'
import { legacyKeys, readCallers, readReads, readReferences, readRuntime, readTriggers } from './read/read-relations.ts'
import { readErc8004, readPayment, readPerformance } from './read/read-reserved-fields.ts'
import { readSkills } from './read/read-skills.ts'

type Text = string | undefined
type Kind<Value> = Pick<AgentField<Value>, 'schema' | 'read' | 'numbers'>

const text: Kind<Text> = {
  schema: textSchema,
  read: (value, of) => of.text(value, of.field) || undefined,
  numbers: 'text',
}
const texts: Kind<readonly string[] | undefined> = {
  schema: textsSchema,
  read: (value, of) => of.list(value, of.field),
  numbers: 'text',
}
const flag: Kind<boolean | undefined> = {
  schema: z.boolean,
  read: (value, of) => of.status(value)?.value,
  numbers: 'values',
}
const open: Kind<AgentEntry['runtime']> = {
  schema: openSchema,
  read: (value, of) => of.map(value, of.field),
  numbers: 'of others',
}

const said = { merge: 'whole', quoted: true, published: true } as const
const kept = { merge: 'whole', quoted: false, published: false, lost: 'if filled' } as const
/** Nothing that an assistant would have to know. */
const own = { ...kept, lost: 'never' } as const
const origin = { ...text, ...own, merge: 'origin' } as const
const relation = { ...texts, ...kept, namesAgents: true, quoted: true } as const

/**
 * Every field of an entry, in the order in which new entries are written. Whatever the program does with all fields is
 * read from here, so that a new one needs its type, its row and the screens that show it.
 */
export const agentFields: { readonly [Name in AgentFieldName]: AgentField<AgentEntry[Name]> } = {
  name: {
    ...text,
    ...said,
    read: readName,
    clean: ({ name }, { clean, id }) => clean(name) || id,
    lost: ({ id, entry, carried }) => entry.name !== id && carried['name'] !== entry.name,
  },
  description: {
    ...said,
    schema: z.string,
    read: (value, of) => of.text(value, of.field) ?? '',
    numbers: 'text',
    clean: ({ description }, { clean }) => clean(description),
    lost: ({ entry, carried }) => carried['description'] !== entry.description,
  },
  version: {
    ...text,
    ...said,
    lost: ({ entry, assistant, carried }) =>
      entry.version !== undefined && assistant !== 'skill' && carried['version'] === undefined,
  },
  type: { ...own, schema: () => z.enum(['agent', 'component']), read: readType, numbers: 'values' },
  source: origin,
  sha256: {
    ...origin,
    schema: () => z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits'),
  },
  format: origin,
  skills: {
    ...said,
    schema: skillsSchema,
    read: readSkills,
    numbers: 'text',
    quoted: false,
    textsInside: ['id', 'name', 'description', 'tags', 'examples', 'inputModes', 'outputModes'],
    clean: ({ skills }, cleaning) => skills.map((skill) => cleanSkill(skill, cleaning)),
    // An import makes one of the description.
    lost: ({ id, entry }) => entry.skills.some((skill) => skill.id !== id),
  },
  triggers: {
    schema: triggersSchema,
    read: readTriggers,
    numbers: 'text',
    merge: 'by key',
    textsInside: ['tags', 'patterns', 'examples', 'commands', 'schedules', 'after'],
    clean: ({ triggers }, { clean }) =>
      triggers && { ...triggers, ...cleanLists({ tags: triggers.tags, examples: triggers.examples }, clean) },
    quoted: ['examples'],
    published: ['examples'],
    lost: hasTriggersOfItsOwn,
  },
  reads: {
    ...kept,
    schema: readsSchema,
    read: readReads,
    numbers: 'text',
    merge: 'by key',
    textsInside: ['required', 'query', 'infers', 'pattern'],
    items: ['required'],
  },
  writes: { ...texts, ...kept },
  sources: { ...texts, ...kept },
  references: {
    ...kept,
    schema: referencesSchema,
    read: readReferences,
    numbers: 'text',
    merge: 'by key',
    textsInside: ['dips', 'specs'],
  },
  spawns: {
    ...relation,
    items: true,
    rights: true,
    lost: ({ entry, assistant }) => isFilled(entry.spawns) && assistant !== 'copilot' && entry.format !== assistant,
  },
  can_be_called_by: { ...relation, read: readCallers, older: legacyKeys.can_be_called_by },
  delegates_to: { ...relation, items: true, rights: true },
  components: { ...texts, ...kept },
  profile: { ...text, ...own },
  hooks: { ...kept, schema: z.unknown, read: (value) => value ?? undefined, numbers: 'of others' },
  runtime: {
    ...open,
    ...kept,
    read: readRuntime,
    older: legacyKeys.runtime,
    merge: 'by key',
    rights: ['tools'],
    quoted: ['tools', 'model'],
    // Settings that the importer doesn't know may be what the agent must not do.
    lost: ({ entry: { format = '', runtime, ...more }, assistant }) =>
      format !== assistant && (runtime !== undefined || (format !== 'datacore' && isFilled(more[`x-${format}`]))),
  },
  performance: {
    ...own,
    schema: performanceSchema,
    read: readPerformance,
    numbers: 'of others',
    writtenBy: 'programs',
  },
  erc8004: { ...own, schema: erc8004Schema, read: readErc8004, numbers: 'values', writtenBy: 'programs' },
  payment: { ...own, schema: paymentSchema, read: readPayment, numbers: 'values', writtenBy: 'people' },
  virtuals: { ...open, ...own, writtenBy: 'people' },
  olas: { ...open, ...own, writtenBy: 'people' },
  deprecated: { ...flag, ...own },
  alias: { ...text, ...own, quoted: true, read: readAlias, older: legacyKeys.alias, namesAgents: true },
  removed: { ...flag, ...own },
  note: { ...own, schema: z.string, read: readNote, numbers: 'text' },
}

/** The same as a list. */
export const fieldRows: readonly (readonly [AgentFieldName, AgentField])[] = Object.entries(agentFields) as never

/**
 * Whether a key of an entry is one of its fields.
 * @example isField('x-mine') // false
 */
export function isField(key: string): key is AgentFieldName {
  return Object.hasOwn(agentFields, key)
}

/** Every key of an entry that is read, also under its older names. */
export const entryKeys: readonly string[] = [
  ...fieldRows.flatMap(([name, { older = [] }]) => [name, ...older]),
  ...legacyKeys.schedules,
  'module',
]

/**
 * Paths such as `triggers.examples` for which the table says yes.
 * @example pathsWhere(({ rights }) => rights).has('runtime.tools') // true
 */
export function pathsWhere(part: (field: AgentField) => Parts | undefined): ReadonlySet<string> {
  return new Set(
    fieldRows.flatMap(([name, row]) => {
      const parts = part(row) ?? false
      return parts === true ? [name] : parts === false ? [] : parts.map((key) => `${name}.${key}`)
    }),
  )
}

/**
 * Whether a field holds a list or map with something in it.
 * @example isFilled([]) // false
 */
export function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function readName(value: unknown, { id, text, field, log }: FieldReading): string {
  const name = text(value, field)
  if (!name) log.deviates('REGISTRY_NAME_MISSING', id)
  return name || id
}

function readType(value: unknown, { id, log }: FieldReading): AgentEntry['type'] {
  if (value === undefined || value === null) return undefined
  if (value === 'agent' || value === 'component') return value
  log.leavesOut(id, `type should be agent or component but is ${describe(value)}; it is left out.`)
  return undefined
}

function readAlias(value: unknown, { id, text, field, raw, log }: FieldReading): Text {
  const superseded = text(raw['superseded_by'], 'superseded_by')
  if (superseded !== undefined) log.deviates('REGISTRY_SUPERSEDED_BY', id)
  return (text(value, field) ?? superseded) || undefined
}

function readNote(value: unknown, { text, field, raw }: FieldReading): Text {
  return text(value, field) ?? readStatusFlag(raw['removed'])?.note ?? readStatusFlag(raw['deprecated'])?.note
}

function cleanSkill(skill: AgentSkill, { clean }: Cleaning): AgentSkill {
  const name = clean(skill.name) || skill.id
  const lists = cleanLists({ tags: skill.tags, examples: skill.examples }, clean)
  return { ...skill, name, description: clean(skill.description), ...lists }
}

function cleanLists<T extends object>(lists: T, clean: Cleaning['clean']): T {
  const present = Object.entries(lists).filter(([, list]) => list !== undefined)
  return Object.fromEntries(present.map(([key, list]) => [key, list.map(clean)])) as T
}

/** More than an import finds in the description. */
function hasTriggersOfItsOwn({ entry: { triggers }, examples: known }: LentAgent): boolean {
  const { examples = [], ...rest } = triggers ?? {}
  return Object.values(rest).some(isFilled) || examples.some((example) => !known.includes(example))
}
