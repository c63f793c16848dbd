import { isRecord } from '@datacortex/platform'
import { oneAgent, sharedFields } from './describe-agent.ts'
import { names, omitFields, pickFields, textOf } from './field-values.ts'
import { type FileReading, skippedReading } from './file-reading.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { parseYamlRecord } from './parse-yaml-record.ts'
import { beginningOf, nameOfFile } from './first-lines.ts'

/** Reads an agent of Continue: Markdown, or a configuration in YAML, of which its rules are the prompt; https://docs.continue.dev/reference */
export function readContinueAgent(text: string, path: string): FileReading {
  if (!/\.ya?ml$/i.test(path)) return readMarkdownAgent(text, { path, format: 'continue', isPlace: true })
  const parsed = parseYamlRecord(text)
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: parsed.reason })
  const { value: fields } = parsed
  const rules: readonly unknown[] = Array.isArray(fields['rules']) ? fields['rules'] : []
  const body = rules.map((rule) => textOf(isRecord(rule) ? rule['rule'] : rule) ?? '').filter((rule) => rule !== '')
  return oneAgent({
    path,
    format: 'continue',
    name: textOf(fields['name']) ?? nameOfFile(path),
    description: textOf(fields['description']) ?? beginningOf(body.join('\n\n')),
    fields: { version: fields['version'] },
    runtime: pickFields(fields, runtime),
    unknown: omitFields(fields, new Set([...sharedFields, ...runtime, 'rules'])),
    body: body.join('\n\n'),
    lacks: () => 'it has neither a description nor rules of its own',
  })
}

const runtime = names('schema models context docs prompts mcpServers data env')
