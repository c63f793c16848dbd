import { oneAgent, sharedFields } from './describe-agent.ts'
import { omitFields, pickFields, textOf } from './field-values.ts'
import { type FileReading, skippedReading } from './file-reading.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { markdownDialects } from './markdown-dialects.ts'
import { parseJsonRecord } from './parse-json-record.ts'

export function readKiroAgent(text: string, path: string): FileReading {
  return /\.json$/i.test(path) ? readJson(text, path) : readMarkdownAgent(text, { path, format: 'kiro' })
}

function readJson(text: string, path: string): FileReading {
  const { runtime, nameFromPath } = markdownDialects.kiro
  const parsed = parseJsonRecord(text)
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: parsed.reason })
  const { value: fields } = parsed
  const prompt = textOf(fields['prompt'])
  // The prompt of some is another file, which only Kiro looks for.
  const isElsewhere = prompt?.startsWith('file://') === true
  return oneAgent({
    path,
    format: 'kiro',
    name: textOf(fields['name']) ?? nameFromPath?.(path),
    description: textOf(fields['description']),
    fields,
    runtime: pickFields(fields, isElsewhere ? new Set([...runtime, 'prompt']) : runtime),
    unknown: omitFields(fields, new Set([...sharedFields, ...runtime, 'prompt', '$schema'])),
    body: isElsewhere ? undefined : prompt,
    lacks: () => 'it has no description',
  })
}
