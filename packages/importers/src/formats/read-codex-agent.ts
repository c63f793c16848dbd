import { TomlError, parse } from 'smol-toml'
import { oneAgent, sharedFields } from './describe-agent.ts'
import { recordOf } from '@datacortex/platform'
import { omitFields, pickFields, textOf, names } from './field-values.ts'
import { type FileReading, skippedReading } from './file-reading.ts'

/** Reads a custom agent of Codex, in TOML; https://developers.openai.com/codex/subagents */
export function readCodexAgent(text: string, path: string): FileReading {
  const parsed = parseToml(text)
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: `not valid TOML: ${parsed.reason}` })
  const { fields } = parsed
  return oneAgent({
    path,
    format: 'codex',
    name: textOf(fields['name']),
    description: textOf(fields['description']),
    // Codex's `skills` is a table of settings, not a list of names.
    fields: { ...fields, skills: undefined },
    runtime: pickFields(fields, runtime),
    unknown: omitFields(fields, new Set([...sharedFields, ...runtime, 'developer_instructions'])),
    body: textOf(fields['developer_instructions']),
    lacks: (missing) => `it has no ${missing}`,
  })
}

const runtime: ReadonlySet<string> = names(`
  nickname_candidates model model_reasoning_effort sandbox_mode web_search mcp_servers skills
`)

type Toml =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly line: number | undefined; readonly reason: string }

function parseToml(text: string): Toml {
  try {
    // Through JSON, so that dates become text.
    return { ok: true, fields: recordOf(JSON.parse(JSON.stringify(parse(text)))) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason = 'syntax error'] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    return { ok: false, line: error.line, reason }
  }
}
