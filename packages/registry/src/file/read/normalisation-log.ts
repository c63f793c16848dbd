import { type Finding, errorFinding, warningFinding } from '@datacortex/errors'
import { misspeltKey } from '../names/nearest-names.ts'

/** A way of writing that differs from the strict form but has one clear meaning, by the code of its finding. */
export type Deviation = keyof typeof deviations

/** A field of an agent's entry, or one item of it, that was not read, such as `reads.required[1]`. */
export type UnreadField = {
  readonly field: string
  /** Goes on after the name of the field: `should be text but is a map`. */
  readonly reason: string
}

export type NormalisationLog = {
  /** An entry is written in another way; reported once for each way, with the number of entries. */
  readonly deviates: (deviation: Deviation, id: string) => void
  /** Something could not be read and is left out; reported one by one. */
  readonly leavesOut: (id: string, message: string) => void
  /** As `leavesOut`, and anyone who uses the entry can see it there. */
  readonly leavesOutField: (id: string, unread: UnreadField) => void
  /** Nothing to correct in the file, but anyone who uses the entry should know. */
  readonly passesOver: (id: string, unread: UnreadField) => void
  /** Says of each key of a map that nothing reads, and that looks like one of those that are read, which may be meant. */
  readonly misspells: (
    id: string,
    map: { readonly keys: readonly string[]; readonly known: readonly string[]; readonly within?: string | undefined },
  ) => void
  /** What was left out and passed over of the entry that was just read; forgotten with this. */
  readonly takeUnread: (id: string) => readonly UnreadField[]
  readonly findings: () => readonly Finding[]
}

type Wording = { readonly is: string; readonly read: string }

const deviations = {
  REGISTRY_STRING_SKILLS: {
    is: 'skills as plain strings',
    read: 'each is read as a skill of that id, name, description and tag',
  },
  REGISTRY_PARTIAL_SKILLS: {
    is: 'skills without id, name, description or tags',
    read: 'what is missing is taken from the other fields',
  },
  REGISTRY_NAME_MISSING: { is: 'no name', read: 'the key is read as the name' },
  REGISTRY_DESCRIPTION_MISSING: { is: 'no description', read: 'they can hardly be found by meaning' },
  REGISTRY_CALLED_BY: {
    is: 'called_by, or a map under can_be_called_by',
    read: 'it is read as the list can_be_called_by',
  },
  REGISTRY_CONTEXTUAL_STRINGS: { is: 'reads.contextual as plain strings', read: 'each is read as { query }' },
  REGISTRY_INFERS_STRINGS: { is: 'reads.infers as plain strings', read: 'each is read as { pattern }' },
  REGISTRY_SCHEDULED: { is: 'triggers.scheduled or triggers.schedule', read: 'it is read as triggers.schedules' },
  REGISTRY_SUPERSEDED_BY: { is: 'superseded_by', read: 'it is read as alias' },
  REGISTRY_RUNTIME_KEYS: {
    is: 'settings of the host, such as model and tools, beside the other fields',
    read: 'they are read as fields of runtime',
  },
  REGISTRY_TAGS_UNQUOTED: {
    is: 'org tags without quotes, which YAML takes for maps',
    read: 'they are read as the tags that were meant',
  },
  REGISTRY_SCALAR_LIST: { is: 'single values where a list is expected', read: 'each is read as a list of one' },
  REGISTRY_EMPTY_LIST: { is: 'fields or list items without a value', read: 'they are read as absent' },
  REGISTRY_SCALAR_TYPES: {
    is: 'numbers or yes/no where text is expected, or text where yes/no is',
    read: 'they are converted',
  },
  REGISTRY_STATUS_VALUE: {
    is: 'something else than true or false under deprecated or removed',
    read: 'it is read as true, and a text as the note where there is none',
  },
  REGISTRY_LIST_INSTEAD_OF_MAP: {
    is: 'a plain list under triggers, reads or references',
    read: 'each item is sorted by its form',
  },
  REGISTRY_MODULE_LAYOUT: {
    is: 'a place directly under module_agents or under the name of the module',
    read: 'they are read as under module_agents.<module>.agents',
  },
} satisfies Readonly<Record<string, Wording>>

/**
 * An empty log for one file.
 * @example const log = createNormalisationLog('module.yaml')
 */
export function createNormalisationLog(subject: string): NormalisationLog {
  const seen = new Map<Deviation, Set<string>>()
  const problems: Finding[] = []
  const unreadOf = new Map<string, UnreadField[]>()
  const leavesOut = (id: string, message: string): void => {
    problems.push(errorFinding('REGISTRY_FIELD_INVALID', id, { message, hint: `Correct it in ${subject}.` }))
  }
  const passesOver = (id: string, unread: UnreadField): void => {
    unreadOf.set(id, [...(unreadOf.get(id) ?? []), unread])
  }
  return {
    deviates(deviation, id) {
      const ids = seen.get(deviation)
      if (ids === undefined) seen.set(deviation, new Set([id]))
      else ids.add(id)
    },
    leavesOut,
    leavesOutField(id, unread) {
      leavesOut(id, `${unread.field} ${unread.reason}; it is left out.`)
      passesOver(id, unread)
    },
    passesOver,
    misspells(id, { keys, known, within = '' }) {
      for (const key of keys) {
        const meant = misspeltKey(key, { known, beside: keys })
        if (meant === undefined) continue
        problems.push(
          warningFinding('REGISTRY_KEY_UNKNOWN', id, {
            message: `nothing reads the key ${within}${key}`,
            hint: `Did you mean ${within}${meant}?`,
          }),
        )
      }
    },
    takeUnread(id) {
      const unread = unreadOf.get(id) ?? []
      unreadOf.delete(id)
      return unread
    },
    findings: () => [...problems, ...[...seen].map(([code, ids]) => summary(subject, { code, ids }))],
  }
}

function summary(subject: string, { code, ids }: { code: Deviation; ids: ReadonlySet<string> }): Finding {
  const { is, read } = deviations[code]
  const few = [...ids].slice(0, 3).join(', ')
  const who = ids.size === 1 ? '1 agent has' : `${ids.size} agents have`
  return {
    code,
    severity: code === 'REGISTRY_DESCRIPTION_MISSING' ? 'warning' : 'info',
    subject,
    message: `${who} ${is} (${few}${ids.size > 3 ? ', …' : ''}): ${read}.`,
  }
}
