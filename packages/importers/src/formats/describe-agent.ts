import type { Finding } from '@datacortex/errors'
import { type AgentEntry, type AgentSkill, type AgentTriggers, readStatusFlag } from '@datacortex/registry'
import { agentId } from '../collect/agent-id.ts'
import { isRecord } from '@datacortex/platform'
import { definedFields, names, nonEmpty, textOf, textsOf } from './field-values.ts'
import { type FileReading, type ImportFormat, skippedReading } from './file-reading.ts'
import { triggerExamples } from './trigger-examples.ts'

/** What the formats of one agent a file have in common, after their own fields were taken out. */
export type Description = {
  readonly id: string
  readonly format: ImportFormat
  readonly name: string
  readonly description: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly runtime: Readonly<Record<string, unknown>> | undefined
  readonly unknown: Readonly<Record<string, unknown>> | undefined
  readonly spawns: readonly string[]
}

/** Fields of front matter that become fields of an entry of the same meaning, whatever the format. */
export const sharedFields: ReadonlySet<string> = names(
  'name description version tags triggers when_to_use deprecated superseded_by alias note',
)

/** The entry of an agent that one file describes: skills, triggers and aliases from what it says about itself. */
export function describeAgent({ id, format, name, description, fields, ...rest }: Description): AgentEntry {
  const deprecated = readStatusFlag(fields['deprecated'])
  const alias = agentId(textOf(fields['superseded_by']) ?? textOf(fields['alias']) ?? '')
  return {
    name,
    description,
    ...definedFields({ version: semanticVersion(fields['version']) }),
    format,
    skills: skillsOf(fields, { id, name, description }),
    ...definedFields({
      triggers: triggersOf(fields, description),
      spawns: rest.spawns.length === 0 ? undefined : rest.spawns,
      runtime: rest.runtime,
      deprecated: deprecated?.value === true ? true : undefined,
      alias,
      note: textOf(fields['note']) ?? deprecated?.note,
      [`x-${format}`]: rest.unknown,
    }),
  }
}

type OneAgent = Omit<Description, 'id' | 'name' | 'description' | 'spawns'> & {
  readonly path: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly spawns?: readonly string[] | undefined
  readonly body?: string | undefined
  /** Why the file is skipped, by what of both is missing, and where. */
  readonly lacks: (missing: string) => string
  readonly line?: number | undefined
  readonly findings?: readonly Finding[]
}

/** The reading of a file that describes one agent, or why it describes none. */
export function oneAgent({ path, name, description, body, lacks, line = 1, ...said }: OneAgent): FileReading {
  if (name === undefined || description === undefined) {
    const missing = [...(name === undefined ? ['name'] : []), ...(description === undefined ? ['description'] : [])]
    return skippedReading({ path, line, reason: lacks(missing.join(' and no ')) })
  }
  const id = agentId(name)
  if (id === undefined)
    return skippedReading({ path, line: 1, reason: `its name ${JSON.stringify(name)} has neither letter nor digit` })
  const { findings = [], spawns = [], ...rest } = said
  const others = spawns.filter((spawned) => spawned !== id)
  const entry = describeAgent({ id, name, description, spawns: others, ...rest })
  return { agents: [{ id, entry, path, body }], skipped: [], findings }
}

/** A version in the form x.y.z with optional suffix; undefined for anything else. */
export function semanticVersion(value: unknown): string | undefined {
  const text = textOf(value)?.replace(/^v/, '')
  return text !== undefined && /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(text) ? text : undefined
}

function skillOfText(text: string): AgentSkill {
  return { id: text, name: text, description: text, tags: [text] }
}

function skillsOf(
  fields: Readonly<Record<string, unknown>>,
  { id, name, description }: { id: string; name: string; description: string },
): readonly AgentSkill[] {
  const named = textsOf(fields['skills'])
  if (named.length > 0) return [...new Set(named)].map(skillOfText)
  const tags = textsOf(fields['tags'])
  // Publishing needs at least one tag a skill.
  return [{ id, name, description, tags: tags.length > 0 ? [...new Set(tags)] : [id] }]
}

function triggersOf(fields: Readonly<Record<string, unknown>>, description: string): AgentTriggers | undefined {
  const triggers = fields['triggers']
  const given = isRecord(triggers) ? triggers : { examples: triggers }
  const hint = textOf(fields['argument-hint'])
  const examples = new Set([
    ...textsOf(given['examples']),
    ...triggerExamples([description]),
    ...whenToUse(fields['when_to_use']),
    // "[file] [options]" names arguments, not a request.
    ...(hint === undefined || /^[\s[\]<>|\w.-]*[\]>]$/.test(hint) ? [] : [hint]),
  ])
  return definedFields({
    tags: nonEmpty(textsOf(given['tags'])),
    patterns: nonEmpty(textsOf(given['patterns'])),
    examples: nonEmpty([...examples]),
    commands: nonEmpty(textsOf(given['commands'])),
  })
}

function whenToUse(value: unknown): readonly string[] {
  return textsOf(value).flatMap((text) => {
    const found = triggerExamples([text])
    return found.length > 0 ? found : [text]
  })
}
