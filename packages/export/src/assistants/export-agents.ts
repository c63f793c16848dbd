import { basename, resolve } from 'node:path'
import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type RegisteredAgent, agentSourceFile } from '@datacortex/registry'
import {
  type Assistant,
  type AssistantFile,
  type ExportedAs,
  assistantFile,
  readAgentBody,
} from '@datacortex/importers'
import { exportError } from '../errors.ts'
import { type Exported, type ExportSource, registryOf } from '../publish/export-source.ts'
import { selectOwn } from '../publish/select-agents.ts'
import { writeExport } from '../publish/write-export.ts'
import { keepOthers } from './keep-others.ts'
import { pluginFiles, pluginName, pluginPath } from './plugin-files.ts'

export type ExportAgentsOptions = ExportSource & {
  readonly assistant: ExportedAs
  /** Of a plugin, and of a marketplace that is made for it; that of the space's folder if absent. */
  readonly name?: string | undefined
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
  const { out, ids = [], replace = false } = options
  const plugin = options.assistant === 'claude-plugin' ? pluginName(options.name ?? basename(paths.root)) : undefined
  const assistant = options.assistant === 'claude-plugin' ? 'claude' : options.assistant
  const { agents, findings } = selectOwn(await registryOf(paths, options), ids)
  const made = await filesOf(agents, { paths, assistant, plugin })
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
  const tell = (finding: Finding): void => void stays.push(finding)
  const files = keepOthers(texts, { out, replace, tell })
  return {
    ...(await writeExport(out, [...files, ...(plugin === undefined ? [] : pluginFiles(plugin, tell))], {
      ...options,
      ...paths,
    })),
    findings: [
      ...found,
      ...stays.toSorted((one, other) => (one.subject < other.subject ? -1 : 1)),
      ...lostFindings(made.files, assistant),
    ],
  }
}

type Made = ReadonlyMap<string, { readonly agent: RegisteredAgent; readonly file: AssistantFile }>

/** The file of each agent by its path, in lower case: some file systems take two of them for one. */
async function filesOf(
  agents: readonly RegisteredAgent[],
  { paths, assistant, plugin }: { paths: SpacePaths; assistant: Assistant; plugin: string | undefined },
) {
  const files = new Map<string, { readonly agent: RegisteredAgent; readonly file: AssistantFile }>()
  const findings: Finding[] = []
  for (const agent of agents) {
    const { dynamic, entry } = agent
    const body = dynamic === undefined ? await readAgentBody(paths, entry) : { text: dynamic.primer }
    if ('reason' in body) {
      findings.push(leftOut(agent.id, `It has no prompt to write: ${body.reason}.`))
      continue
    }
    const made = assistantFile(agent, { assistant, prompt: body.text, isPlugin: plugin !== undefined })
    const file = made && { ...made, path: plugin === undefined ? made.path : pluginPath(plugin, basename(made.path)) }
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
  return [...Map.groupBy(losers, ({ field }) => field)].map(([field, some]) => {
    const message = lostMessage(field, { names: named(some), assistant })
    if (!field.startsWith('runtime')) return infoFinding('EXPORT_FIELD_LOST', field, { message })
    // Without the settings of its program an agent may be allowed more than before.
    return warningFinding('EXPORT_SETTINGS_LOST', field, { message, hint: 'Set them in the files where they matter.' })
  })
}

function lostMessage(field: string, { names, assistant }: { names: string; assistant: Assistant }): string {
  if (field === 'runtime')
    return `model, tools and permissions of ${names} are those of another program and mean nothing to ${assistant}.`
  if (field.startsWith('runtime.'))
    return `${field.slice('runtime.'.length)} of ${names} can't be said there as it is written, and was left out.`
  if (field === 'id')
    return `Anyone who imports the files of ${names} gets agents with other ids, which their names give.`
  return `${names} said more than ${assistant} has a place for.`
}

function named(some: readonly { readonly id: string }[]): string {
  const shown = some.slice(0, 5).map(({ id }) => id)
  return some.length > shown.length ? `${shown.join(', ')} and ${some.length - shown.length} more` : shown.join(', ')
}
