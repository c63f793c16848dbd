import { z } from 'zod'
import type { AgentEntry, AgentSkill } from '../agent-entry.ts'
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
import { describe } from './read/field-reader.ts'
import { legacyKeys, readCallers, readReads, readReferences, readRuntime, readTriggers } from './read/read-relations.ts'
import { readErc8004, readPayment, readPerformance } from './read/read-reserved-fields.ts'
import { readSkills } from './read/read-skills.ts'
import { readStatusFlag } from './read/status-flag.ts'

type Kind<Value> = Pick<AgentField<Value>, 'schema' | 'read' | 'numbers'>
type Text = string | undefined

const text: Kind<Text> = {
  schema: textSchema,
  read: (value, { text, field }) => text(value, field) || undefined,
  numbers: 'text',
}
const texts: Kind<readonly string[] | undefined> = {
  schema: textsSchema,
  read: (value, { list, field }) => list(value, field),
  numbers: 'text',
}
const flag: Kind<boolean | undefined> = {
  schema: z.boolean,
  read: (value, { status }) => status(value)?.value,
  numbers: 'values',
}
const open: Kind<Readonly<Record<string, unknown>> | undefined> = {
  schema: openSchema,
  read: (value, { map, field }) => map(value, field),
  numbers: 'of others',
}

/** What no stranger sees and no finding quotes. */
const internal = { quoted: false, published: false } as const
const origin = { ...text, ...internal, merge: 'origin', lost: 'never' } as const

/**
 * Every field of an entry, in the order in which new entries are written. Whatever the program does with all fields is
 * read from here, so that a new one needs its type, its row and the screens that show it.
 */
export const agentFields: { readonly [Name in AgentFieldName]: AgentField<AgentEntry[Name]> } = {
  name: {
    schema: textSchema,
    read: readName,
    numbers: 'text',
    clean: ({ name }, { clean, id }) => clean(name) || id,
    merge: 'whole',
    quoted: true,
    published: true,
    lost: ({ id, entry, carried }) => entry.name !== id && carried['name'] !== entry.name,
  },
  description: {
    schema: z.string,
    read: (value, { text, field }) => text(value, field) ?? '',
    numbers: 'text',
    clean: ({ description }, { clean }) => clean(description),
    merge: 'whole',
    quoted: true,
    published: true,
    lost: ({ entry, carried }) => carried['description'] !== entry.description,
  },
  version: {
    ...text,
    merge: 'whole',
    quoted: true,
    published: true,
    lost: ({ entry, host, carried }) =>
      entry.version !== undefined && host !== 'skill' && carried['version'] === undefined,
  },
  type: {
    schema: () => z.enum(['agent', 'component']),
    read: readType,
    numbers: 'values',
    ...internal,
    merge: 'whole',
    lost: 'never',
  },
  source: origin,
  sha256: {
    ...origin,
    schema: () => z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits'),
  },
  format: origin,
  skills: {
    schema: skillsSchema,
    read: readSkills,
    numbers: 'text',
    textsInside: ['id', 'name', 'description', 'tags', 'examples', 'inputModes', 'outputModes'],
    clean: ({ skills }, cleaning) => skills.map((skill) => cleanSkill(skill, cleaning)),
    merge: 'whole',
    quoted: false,
    published: true,
    // An import makes one of the description.
    lost: ({ id, entry }) => entry.skills.some((skill) => skill.id !== id),
  },
  triggers: {
    schema: triggersSchema,
    read: readTriggers,
    numbers: 'text',
    textsInside: ['tags', 'patterns', 'examples', 'commands', 'schedules', 'after'],
    clean: cleanTriggers,
    merge: 'by key',
    quoted: ['examples'],
    published: ['examples'],
    lost: hasTriggersOfItsOwn,
  },
  reads: {
    schema: readsSchema,
    read: readReads,
    numbers: 'text',
    textsInside: ['required', 'query', 'infers', 'pattern'],
    ...internal,
    merge: 'by key',
    items: ['required'],
    lost: 'if filled',
  },
  writes: { ...texts, ...internal, merge: 'whole', lost: 'if filled' },
  references: {
    schema: referencesSchema,
    read: readReferences,
    numbers: 'text',
    textsInside: ['dips', 'specs'],
    ...internal,
    merge: 'by key',
    lost: 'if filled',
  },
  spawns: {
    ...texts,
    namesAgents: true,
    merge: 'whole',
    items: true,
    rights: true,
    quoted: true,
    published: false,
    lost: ({ entry, host }) => isFilled(entry.spawns) && host !== 'copilot' && entry.format !== host,
  },
  can_be_called_by: {
    ...texts,
    read: readCallers,
    older: legacyKeys.can_be_called_by,
    namesAgents: true,
    merge: 'whole',
    quoted: true,
    published: false,
    lost: 'if filled',
  },
  delegates_to: {
    ...texts,
    namesAgents: true,
    merge: 'whole',
    items: true,
    rights: true,
    quoted: true,
    published: false,
    lost: 'if filled',
  },
  components: { ...texts, ...internal, merge: 'whole', lost: 'if filled' },
  profile: { ...text, ...internal, merge: 'whole', lost: 'never' },
  hooks: {
    schema: z.unknown,
    read: (value) => value ?? undefined,
    numbers: 'of others',
    ...internal,
    merge: 'whole',
    lost: 'if filled',
  },
  runtime: {
    ...open,
    read: readRuntime,
    older: legacyKeys.runtime,
    merge: 'by key',
    rights: ['tools'],
    quoted: ['tools', 'model'],
    published: false,
    lost: ({ entry, host }) => entry.runtime !== undefined && entry.format !== host,
  },
  performance: {
    schema: performanceSchema,
    read: readPerformance,
    numbers: 'of others',
    ...internal,
    merge: 'whole',
    writtenBy: 'programs',
    lost: 'never',
  },
  erc8004: {
    schema: erc8004Schema,
    read: readErc8004,
    numbers: 'values',
    ...internal,
    merge: 'whole',
    writtenBy: 'programs',
    lost: 'never',
  },
  payment: {
    schema: paymentSchema,
    read: readPayment,
    numbers: 'values',
    ...internal,
    merge: 'whole',
    writtenBy: 'people',
    lost: 'never',
  },
  virtuals: { ...open, ...internal, merge: 'whole', writtenBy: 'people', lost: 'never' },
  olas: { ...open, ...internal, merge: 'whole', writtenBy: 'people', lost: 'never' },
  deprecated: { ...flag, ...internal, merge: 'whole', lost: 'never' },
  alias: {
    ...text,
    read: readAlias,
    older: legacyKeys.alias,
    namesAgents: true,
    merge: 'whole',
    quoted: true,
    published: false,
    lost: 'never',
  },
  removed: { ...flag, ...internal, merge: 'whole', lost: 'never' },
  note: { schema: z.string, read: readNote, numbers: 'text', ...internal, merge: 'whole', lost: 'never' },
}

/** The same as a list. */
export const fieldRows: readonly (readonly [AgentFieldName, AgentField])[] = Object.entries(agentFields) as never

/** Whether a key of an entry is one of its fields. */
export function isField(key: string): key is AgentFieldName {
  return Object.hasOwn(agentFields, key)
}

/** Every key of an entry that is read, also under its older names. */
export const readKeys: readonly string[] = [
  ...fieldRows.flatMap(([name, { older = [] }]) => [name, ...older]),
  ...legacyKeys.schedules,
  'module',
]

/** Paths such as `triggers.examples` for which the table says yes. */
export function pathsWhere(part: (field: AgentField) => Parts | undefined): ReadonlySet<string> {
  return new Set(
    fieldRows.flatMap(([name, row]) => {
      const parts = part(row) ?? false
      return parts === true ? [name] : parts === false ? [] : parts.map((key) => `${name}.${key}`)
    }),
  )
}

/** Whether a field holds a list or map with something in it. */
export function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function readName(value: unknown, { id, text, field, log }: FieldReading): string {
  const name = text(value, field)
  if (!name) log.deviates('nameMissing', id)
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
  if (superseded !== undefined) log.deviates('supersededBy', id)
  return (text(value, field) ?? superseded) || undefined
}

function readNote(value: unknown, { text, field, raw }: FieldReading): Text {
  return text(value, field) ?? readStatusFlag(raw['removed'])?.note ?? readStatusFlag(raw['deprecated'])?.note
}

function cleanSkill(skill: AgentSkill, { clean }: Cleaning): AgentSkill {
  return {
    ...skill,
    name: clean(skill.name) || skill.id,
    description: clean(skill.description),
    tags: skill.tags.map(clean),
    ...(skill.examples === undefined ? {} : { examples: skill.examples.map(clean) }),
  }
}

function cleanTriggers({ triggers }: AgentEntry, { clean }: Cleaning): AgentEntry['triggers'] {
  if (triggers === undefined) return undefined
  const { tags, examples } = triggers
  return {
    ...triggers,
    ...(tags === undefined ? {} : { tags: tags.map(clean) }),
    ...(examples === undefined ? {} : { examples: examples.map(clean) }),
  }
}

/** More than an import finds in the description. */
function hasTriggersOfItsOwn({ entry: { triggers }, examples: known }: LentAgent): boolean {
  const { examples = [], ...rest } = triggers ?? {}
  return Object.values(rest).some(isFilled) || examples.some((example) => !known.includes(example))
}
