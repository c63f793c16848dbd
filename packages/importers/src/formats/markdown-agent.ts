import { basename, dirname } from 'node:path/posix'
import { warningFinding, infoFinding } from '@datacortex/errors'
import { recordOf } from '@datacortex/platform'
import { oneAgent, sharedFields, semanticVersion } from './describe-agent.ts'
import { omitFields, pickFields, textOf, definedFields } from './field-values.ts'
import { type FileReading, noAgents, skippedReading } from './file-reading.ts'
import { readFrontMatter } from './front-matter.ts'
import { beginningOf, nameOfFile } from './first-lines.ts'
import { type MarkdownDialect, type MarkdownFormat, markdownDialects } from './markdown-dialects.ts'

export type AgentFile = {
  /** With `/` between the parts. */
  readonly path: string
  /** Whether it lies where only agents do, so that it is one also if it says nothing of itself. */
  readonly isPlace?: boolean | undefined
}

type MarkdownFile = AgentFile & { readonly format: MarkdownFormat }

export function readMarkdownAgent(text: string, { path, format, isPlace = false }: MarkdownFile): FileReading {
  const { runtime, spawns, nameFromPath }: MarkdownDialect = markdownDialects[format]
  const frontMatter = readFrontMatter(text)
  if (frontMatter.kind === 'broken') return skippedReading({ path, line: frontMatter.line, reason: frontMatter.reason })
  const isBare = frontMatter.kind === 'absent'
  if (isBare && !isPlace) return noAgents
  const none = { fields: {} as Readonly<Record<string, unknown>>, body: text.trim(), lenient: undefined }
  const { fields, body, lenient } = isBare ? none : frontMatter
  const why = lenient === undefined ? '' : `; it is not valid YAML: ${lenient.reason}`
  return oneAgent({
    path,
    format,
    name: textOf(fields['name']) ?? nameFromPath?.(path) ?? (isBare ? nameOfFile(path) : undefined),
    description: textOf(fields['description']) ?? (isPlace ? beginningOf(body) : undefined),
    fields,
    runtime: pickFields(fields, runtime),
    unknown: omitFields(fields, new Set([...sharedFields, ...runtime])),
    spawns: spawns?.(fields),
    body,
    lacks: (missing) => (isBare ? 'it has no text' : `its front matter has no ${missing}${why}`),
    line: lenient?.line,
    findings: lenient === undefined ? [] : [lenientFinding(path, lenient)],
  })
}

function lenientFinding(path: string, { line, column, reason }: { line: number; column: number; reason: string }) {
  return warningFinding('IMPORT_FRONT_MATTER_LENIENT', `${path}:${line}:${column}`, {
    message: `The front matter is not valid YAML (line ${line}, column ${column}: ${reason}); it was read line by line.`,
    hint: 'Correct that line; a value with ": " or " #" in it needs quotes.',
  })
}

export function readSkill(text: string, path: string): FileReading {
  const reading = readMarkdownAgent(text, { path, isPlace: true, format: 'skill' })
  const [agent] = reading.agents
  if (agent === undefined) return reading
  const folder = basename(dirname(path))
  const metadata = recordOf(recordOf(agent.entry['x-skill'])['metadata'])
  const version = agent.entry.version ?? semanticVersion(metadata['version'])
  const differs = folder !== '.' && folder !== '' && folder !== agent.entry.name
  return {
    ...reading,
    agents: [{ ...agent, entry: version === undefined ? agent.entry : { ...agent.entry, version } }],
    findings: differs
      ? [
          ...reading.findings,
          infoFinding('IMPORT_SKILL_NAME_DIFFERS', path, {
            message: `The skill is named ${JSON.stringify(agent.entry.name)} in a folder named ${JSON.stringify(folder)}; clients expect the same name.`,
            hint: 'Rename the folder or the skill.',
          }),
        ]
      : reading.findings,
  }
}

/** What the front matter of a prompt says of its agent. */
export type PromptFields = Readonly<Record<string, unknown>>

/**
 * Reads what a prompt says of its agent: all that a Claude Code subagent can say, else name and description.
 * @example readPromptFields('---\nname: a\n---\nDo it.', 'agents/a.md') // { name: 'a' }
 */
export function readPromptFields(text: string, path: string): PromptFields {
  const [agent] = readMarkdownAgent(text, { path, format: 'claude' }).agents
  if (agent !== undefined) return agent.entry
  const frontMatter = readFrontMatter(text)
  if (frontMatter.kind !== 'fields') return {}
  const { name, description } = frontMatter.fields
  return definedFields({ name, description }) ?? {}
}
