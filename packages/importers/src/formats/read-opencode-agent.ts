import { isRecord, sha256 } from '@datacortex/platform'
import stripJsonComments from 'strip-json-comments'
import { type FileReading, skippedReading, type ImportedAgent, type SkippedFile, noAgents } from './file-reading.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { isSwitchedOff, opencodeRuntime, opencodeSpawns } from './markdown-dialects.ts'
import { agentId } from '../collect/agent-id.ts'
import { describeAgent, sharedFields } from './describe-agent.ts'
import { omitFields, pickFields, textOf } from './field-values.ts'
import { beginningOf } from './first-lines.ts'
import { parseJsonRecord } from './parse-json-record.ts'

/** Reads agents of opencode: Markdown in `.opencode/agents`, or `opencode.json`; https://opencode.ai/docs/agents */
export function readOpencodeAgent(text: string, path: string): FileReading {
  if (/\.jsonc?$/i.test(path)) return readOpencodeConfig(text, path)
  const reading = readMarkdownAgent(text, { path, format: 'opencode', isPlace: true })
  const [agent] = reading.agents
  if (isSwitchedOff(agent?.entry.runtime))
    return skippedReading({ path, line: 1, reason: 'its front matter switches it off' })
  const prompt = textOf(agent?.entry.runtime?.['prompt'])
  if (agent === undefined || agent.body !== '' || prompt === undefined) return reading
  const file = fileIn(prompt)
  return {
    ...reading,
    agents: [file === undefined ? { ...agent, body: prompt } : withPromptFile(agent, { key: agent.id, file })],
  }
}

/** Reads `agent` of `opencode.json`; a prompt in another file, `{file:./a.md}`, becomes the source of its agent. */
export function readOpencodeConfig(text: string, path: string): FileReading {
  const parsed = parseJsonRecord(stripJsonComments(text, { trailingCommas: true }))
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: parsed.reason })
  const listed = parsed.value['agent'] ?? parsed.value['agents']
  if (listed === undefined) return noAgents
  if (!isRecord(listed)) return skippedReading({ path, line: 1, reason: 'its field agent is no map' })
  const agents = new Map<string, ImportedAgent>()
  const skipped: SkippedFile[] = []
  for (const [key, fields] of Object.entries(listed)) {
    const read = isRecord(fields) ? readAgent(key, { fields, path }) : 'it is no map'
    const reason = typeof read === 'string' ? read : agents.has(read.id) ? 'another one has its id' : undefined
    if (typeof read !== 'string' && reason === undefined) agents.set(read.id, read)
    else skipped.push({ path, reason: `agent ${key}: ${reason}` })
  }
  return { agents: [...agents.values()], skipped, findings: [] }
}

/** The agent of one key, or why it gives none. */
function readAgent(
  key: string,
  { fields, path }: { readonly fields: Readonly<Record<string, unknown>>; readonly path: string },
): ImportedAgent | string {
  const id = agentId(key)
  const prompt = textOf(fields['prompt'])
  const file = fileIn(prompt ?? '')
  // What is in a file is read where the agent gets its place.
  const description = textOf(fields['description']) ?? (file === undefined ? beginningOf(prompt ?? '') : '')
  if (id === undefined) return 'its name has neither letter nor digit'
  if (isSwitchedOff(fields)) return 'it is switched off'
  // Settings of an agent that opencode brings itself have none.
  if (description === undefined) return 'it has no description'
  const entry = describeAgent({
    id,
    format: 'opencode',
    name: textOf(fields['name']) ?? key,
    description,
    fields,
    runtime: pickFields(fields, withoutPrompt),
    unknown: omitFields(fields, known),
    spawns: opencodeSpawns(fields),
  })
  if (file === undefined) return { id, entry, path, body: prompt, part: id }
  return withPromptFile({ id, entry, path }, { key, file })
}

/** The file that is the whole of a prompt. */
function fileIn(prompt: string): string | undefined {
  return /^\{file:\s*([^{}]+?)\s*\}$/.exec(prompt)?.[1]
}

function withPromptFile(
  { id, entry, path }: ImportedAgent,
  { key, file }: { readonly key: string; readonly file: string },
): ImportedAgent {
  const listing = { key, sha256: sha256(JSON.stringify(entry)) }
  return { id, entry: { ...entry, source: file, 'x-datacore': listing }, path }
}

const withoutPrompt = new Set([...opencodeRuntime].filter((field) => field !== 'prompt'))
const known = new Set([...sharedFields, ...opencodeRuntime])
