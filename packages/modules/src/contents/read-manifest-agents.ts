import { type PromptFields, readPromptFields } from '@datacortex/importers'
import { relativeParts, sha256, recordOf } from '@datacortex/platform'
import type { Manifest } from '@datacortex/plugin'
import { type AgentEntry, type UnreadField, createNormalisationLog, readEntry } from '@datacortex/registry'
import type { TextCache } from '../discover/text-cache.ts'
import { ifCoded, attempt } from '@datacortex/errors'

export type ManifestAgents = {
  readonly agents: Readonly<Record<string, AgentEntry>>
  /** What of an agent's entry was not read, by its id. */
  readonly unread: ReadonlyMap<string, readonly UnreadField[]>
  /** Reasons to refuse the module. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

export type PromptReader = {
  /** The text of a file of the module, or undefined if there is none. */
  readonly read: (path: string) => Promise<string | undefined>
  /** Put before a prompt's path in the entry's `source`, with `/` at its end. */
  readonly prefix: string
  /** What was made of the same texts before. */
  readonly cache?: TextCache<PromptFields> | undefined
}

/** The entries of a module's agents: what `module.yaml` says, completed from the front matter of their prompts. */
export async function readManifestAgents(manifest: Manifest, prompts: PromptReader): Promise<ManifestAgents> {
  const agents: Record<string, AgentEntry> = {}
  const unread = new Map<string, readonly UnreadField[]>()
  const problems: string[] = []
  const warnings: string[] = []
  const log = createNormalisationLog('module.yaml')
  for (const [id, raw] of Object.entries(manifest.provides.agents)) {
    const prompt = await readPrompt(id, { raw, prompts })
    if (prompt.problem !== undefined) problems.push(prompt.problem)
    const merged = complete(raw, { id, prompt, prompts })
    const reading = readEntry(id, merged, log)
    if (reading === undefined) continue
    if (reading.entry.description === '') problems.push(`the agent ${id} has no description`)
    else if (
      prompt.path === undefined &&
      reading.entry.source === undefined &&
      needsPrompt(id, { manifest, entry: reading.entry })
    )
      warnings.push(`the agent ${id} has no prompt`)
    agents[id] = reading.entry
    if (reading.unread !== undefined) unread.set(id, reading.unread)
  }
  for (const { severity, message, subject } of log.findings()) {
    if (severity === 'error') problems.push(`the agent ${subject}: ${message.replace(/\.$/, '')}`)
    else if (severity === 'warning') warnings.push(message)
  }
  return { agents, unread, problems, warnings }
}

/** Not one that a sub-agent of the same id runs, nor a name that only leads to another agent, or says where it went. */
function needsPrompt(id: string, { manifest, entry }: { manifest: Manifest; entry: AgentEntry }): boolean {
  return !Object.hasOwn(manifest.provides.subagents, id) && entry.alias === undefined && entry.removed !== true
}

type Prompt = {
  readonly path?: string | undefined
  readonly text?: string | undefined
  readonly problem?: string | undefined
}

async function readPrompt(
  id: string,
  { raw, prompts }: { readonly raw: Readonly<Record<string, unknown>>; readonly prompts: PromptReader },
): Promise<Prompt> {
  const { source } = raw
  if (typeof source === 'string' && source.startsWith('https://')) return {}
  if (source !== undefined && typeof source !== 'string') return { problem: `the source of the agent ${id} is no path` }
  const path =
    source === undefined ? `agents/${id}.md` : attempt(() => relativeParts(source).join('/'), ifCoded(undefined))
  if (path === undefined)
    return { problem: `the source ${JSON.stringify(source)} of the agent ${id} leaves the module` }
  const text = await prompts.read(path)
  if (text !== undefined) return { path, text }
  // An agent that says nothing about itself is its file.
  const isNeeded = source !== undefined || Object.keys(raw).length === 0
  return isNeeded ? { problem: `the prompt ${path} of the agent ${id} is missing or is no text` } : {}
}

function complete(
  raw: Readonly<Record<string, unknown>>,
  { id, prompt, prompts }: { readonly id: string; readonly prompt: Prompt; readonly prompts: PromptReader },
): PromptFields {
  const { path, text } = prompt
  if (path === undefined || text === undefined) return raw
  const make = (): PromptFields => readPromptFields(text, path)
  const base = prompts.cache === undefined ? make() : prompts.cache.of(text, make)
  const triggers = { ...recordOf(base['triggers']), ...recordOf(raw['triggers']) }
  return {
    name: id,
    ...base,
    ...raw,
    ...(Object.keys(triggers).length === 0
      ? {}
      : { triggers: Array.isArray(raw['triggers']) ? raw['triggers'] : triggers }),
    source: `${prompts.prefix}${path}`,
    sha256: sha256(text),
  }
}
