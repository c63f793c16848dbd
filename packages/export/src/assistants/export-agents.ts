import { resolve, sep } from 'node:path'
import { type Finding, infoFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type AgentEntry, type RegisteredAgent, agentSourceFile } from '@datacortex/registry'
import { type Assistant, type AssistantFile, assistantFile, readAgentBody } from '@datacortex/importers'
import { exportError } from '../errors.ts'
import { type Exported, type ExportSource, registryOf } from '../publish/export-source.ts'
import { selectAgents } from '../publish/select-agents.ts'
import { writeExport } from '../publish/write-export.ts'
import { keepOthers } from './keep-others.ts'

export type ExportAgentsOptions = ExportSource & {
  readonly assistant: Assistant
  /** Whether files that are there with another content are written anew; they stay and are named if absent. */
  readonly replace?: boolean | undefined
}

/**
 * Writes agents as files of an assistant program, such as Claude Code or Codex, into the folder that it looks at in a project or a home.
 * @returns What was written; as findings agents without a prompt, files that stayed, and what the program has no place for.
 * @throws `EXPORT_NOTHING_TO_PUBLISH` if no agent can be written; `PLATFORM_FILE_UNWRITABLE`.
 * @throws `REGISTRY_AGENT_NOT_FOUND` and the other errors of `resolveAgent` for ids that lead nowhere.
 * @example await exportAgents(paths, { assistant: 'codex', out: '/home/ada/project' })
 */
export async function exportAgents(paths: SpacePaths, options: ExportAgentsOptions): Promise<Exported> {
  const { out, assistant, ids = [], replace = false } = options
  const registry = await registryOf(paths, options)
  const { agents, findings } = selectAgents(registry, ids)
  const wanted = ids.length > 0 ? agents : agents.filter(({ entry }) => !isBundled(entry, options))
  const made = await filesOf(wanted, { paths, assistant })
  const found: Finding[] = [...findings, ...made.findings]
  if (made.files.size === 0)
    throw exportError('EXPORT_NOTHING_TO_PUBLISH', {
      reasons: found.map(({ subject, message }) => `${subject}: ${message}`),
    })
  const stays: Finding[] = []
  const texts = [...made.files.values()].flatMap(({ agent, file }) =>
    // Where it came from it is already, in the words of the one who wrote it.
    agentSourceFile(paths, agent.entry) === resolve(out, file.path) ? [] : [{ subject: agent.id, ...file }],
  )
  const files = keepOthers(texts, { out, replace, tell: (finding) => void stays.push(finding) })
  const written = await writeExport(out, files, { ...options, ...paths })
  return {
    ...written,
    findings: [
      ...found,
      ...stays.toSorted((one, other) => (one.subject < other.subject ? -1 : 1)),
      ...lostFindings(made.files, assistant),
    ],
  }
}

/** Agents that come with the program work through it. */
function isBundled({ source = '' }: AgentEntry, { bundledDirectory }: ExportSource): boolean {
  return bundledDirectory !== undefined && source.startsWith(`${bundledDirectory}${sep}`)
}

type Made = ReadonlyMap<string, { readonly agent: RegisteredAgent; readonly file: AssistantFile }>

/** The file of each agent by its path, in lower case: some file systems take two of them for one. */
async function filesOf(
  agents: readonly RegisteredAgent[],
  { paths, assistant }: { paths: SpacePaths; assistant: Assistant },
) {
  const files = new Map<string, { readonly agent: RegisteredAgent; readonly file: AssistantFile }>()
  const findings: Finding[] = []
  for (const agent of agents) {
    const body = await readAgentBody(paths, agent.entry)
    if ('reason' in body) {
      findings.push(leftOut(agent.id, `It has no prompt to write: ${body.reason}.`))
      continue
    }
    const file = assistantFile(agent, { assistant, prompt: body.text })
    const first = file === undefined ? undefined : files.get(file.path.toLowerCase())
    if (file === undefined) findings.push(leftOut(agent.id, `Its id is none that ${assistant} allows.`))
    else if (first === undefined) files.set(file.path.toLowerCase(), { agent, file })
    else findings.push(leftOut(agent.id, `Its file would be that of ${first.agent.id}.`))
  }
  return { files, findings }
}

function leftOut(subject: string, message: string): Finding {
  return infoFinding('EXPORT_AGENT_LEFT_OUT', subject, { message })
}

/** One finding a field: hundreds of agents lack the same. */
function lostFindings(files: Made, assistant: Assistant): readonly Finding[] {
  const losers = [...files.values()].flatMap(({ agent, file }) => file.lost.map((field) => ({ field, id: agent.id })))
  return [...Map.groupBy(losers, ({ field }) => field)].map(([field, some]) => ({
    code: field === 'runtime' ? 'EXPORT_SETTINGS_LOST' : 'EXPORT_FIELD_LOST',
    // Without the settings of its program an agent may be allowed more than before.
    severity: field === 'runtime' ? 'warning' : 'info',
    subject: field,
    message: lostMessage(field, { names: named(some), assistant }),
    ...(field === 'runtime' ? { hint: 'Set them in the files where they matter.' } : {}),
  }))
}

function lostMessage(field: string, { names, assistant }: { names: string; assistant: Assistant }): string {
  if (field === 'runtime')
    return `model, tools and permissions of ${names} are those of another program and mean nothing to ${assistant}.`
  if (field === 'id')
    return `Anyone who imports the files of ${names} gets agents with other ids, which their names give.`
  return `${names} said more than ${assistant} has a place for.`
}

function named(some: readonly { readonly id: string }[]): string {
  const shown = some.slice(0, 5).map(({ id }) => id)
  return some.length > shown.length ? `${shown.join(', ')} and ${some.length - shown.length} more` : shown.join(', ')
}
