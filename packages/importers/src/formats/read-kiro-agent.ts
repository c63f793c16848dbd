import { oneAgent, sharedFields } from './describe-agent.ts'
import { omitFields, pickFields, textOf } from './field-values.ts'
import { type FileReading, skippedReading } from './file-reading.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { markdownDialects } from './markdown-dialects.ts'
import { beginningOf } from './first-lines.ts'
import { parseJsonRecord } from './parse-json-record.ts'

export function readKiroAgent(text: string, path: string): FileReading {
  return /\.json$/i.test(path)
    ? readKiroJson(text, { path, format: 'kiro' })
    : readMarkdownAgent(text, { path, format: 'kiro', isPlace: true })
}

/** Reads JSON of Kiro, or of Amazon Q, from which it descends; https://aws.github.io/amazon-q-developer-cli/agent-format.html */
export function readKiroJson(
  text: string,
  { path, format }: { path: string; format: 'kiro' | 'amazonq' },
): FileReading {
  const { runtime, nameFromPath } = markdownDialects.kiro
  const parsed = parseJsonRecord(text)
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: parsed.reason })
  const { value: fields } = parsed
  const prompt = textOf(fields['prompt'])
  // The prompt of some is another file, which only Kiro looks for.
  const isElsewhere = prompt?.startsWith('file://') === true
  return oneAgent({
    path,
    format,
    name: textOf(fields['name']) ?? nameFromPath(path),
    description: textOf(fields['description']) ?? (isElsewhere ? undefined : beginningOf(prompt ?? '')),
    fields,
    runtime: pickFields(fields, isElsewhere ? new Set([...runtime, 'prompt']) : runtime),
    unknown: omitFields(fields, new Set([...sharedFields, ...runtime, 'prompt', '$schema'])),
    body: isElsewhere ? undefined : prompt,
    lacks: () => 'it has no description',
  })
}
