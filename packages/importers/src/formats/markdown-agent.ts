import { type Finding, warningFinding } from '@datacortex/errors'
import { agentId } from '../collect/agent-id.ts'
import { describeAgent, sharedFields } from './describe-agent.ts'
import { omitFields, pickFields, textOf } from './field-values.ts'
import { type FileReading, noAgents, skippedReading } from './file-reading.ts'
import { readFrontMatter } from './front-matter.ts'
import { type MarkdownDialect, type MarkdownFormat, markdownDialects } from './markdown-dialects.ts'

/** Reads one Markdown file with front matter as an agent; its body is the prompt. */
export function readMarkdownAgent(
  text: string,
  { path, format }: { readonly path: string; readonly format: MarkdownFormat },
): FileReading {
  const { runtime, spawns, nameFromPath }: MarkdownDialect = markdownDialects[format]
  const frontMatter = readFrontMatter(text)
  if (frontMatter.kind === 'absent') return noAgents
  if (frontMatter.kind === 'broken') return skippedReading({ path, line: frontMatter.line, reason: frontMatter.reason })
  const { fields, body, lenient } = frontMatter
  const name = textOf(fields['name']) ?? nameFromPath?.(path)
  const description = textOf(fields['description'])
  const id = name === undefined ? undefined : agentId(name)
  const missing = [...(name === undefined ? ['name'] : []), ...(description === undefined ? ['description'] : [])]
  if (name === undefined || description === undefined) {
    const why = lenient === undefined ? '' : `; it is not valid YAML: ${lenient.reason}`
    const reason = `its front matter has no ${missing.join(' and no ')}${why}`
    return skippedReading({ path, line: lenient?.line ?? 1, reason })
  }
  if (id === undefined)
    return skippedReading({ path, line: 1, reason: `its name ${JSON.stringify(name)} has neither letter nor digit` })
  const entry = describeAgent({
    id,
    format,
    name,
    description,
    fields,
    runtime: pickFields(fields, runtime),
    unknown: omitFields(fields, new Set([...sharedFields, ...runtime])),
    spawns: spawns?.(fields).filter((spawned) => spawned !== id) ?? [],
  })
  const findings = lenient === undefined ? [] : [lenientFinding(path, lenient)]
  return { agents: [{ id, entry, path, body }], skipped: [], findings }
}

function lenientFinding(
  path: string,
  { line, column, reason }: { line: number; column: number; reason: string },
): Finding {
  return warningFinding('IMPORT_FRONT_MATTER_LENIENT', `${path}:${line}:${column}`, {
    message: `The front matter is not valid YAML (line ${line}, column ${column}: ${reason}); it was read line by line.`,
    hint: 'Correct that line; a value with ": " or " #" in it needs quotes.',
  })
}
