import { realpath } from 'node:fs/promises'
import {
  type Approvable,
  type ApprovalOptions,
  type BoundCommand,
  type SpacePaths,
  approve,
  bindCommand,
  approvalOf,
  commandRefusal,
  factsDigest,
  recordOf,
  sha256,
  variableFacts,
  visibleText,
} from '@datacortex/platform'
import { sourceError } from '../errors.ts'
import type { RegisteredSource } from '../read-sources.ts'
import type { McpConfig } from '../source-config.ts'

/** In which space a source is approved, and by whom: the same words can start other files in another folder. */
export type McpApprovalOptions = ApprovalOptions & { readonly paths: Pick<SpacePaths, 'root' | 'trust'> }

/** What a person has to see before saying yes to an MCP server: what is started, or the address that is asked. */
export type McpCommand = Approvable &
  BoundCommand & {
    readonly source: string
    /** Names of the variables that it gets beside PATH and HOME. */
    readonly env: readonly string[]
  }

/**
 * The command of an MCP source as it would be started in a space.
 * @example (await mcpCommand(source, { paths })).command // '["node","wiki-server.js"]'
 */
export async function mcpCommand(
  { id, mcp, api_key: key }: Pick<RegisteredSource, 'id' | 'mcp' | 'api_key'>,
  { paths }: Pick<McpApprovalOptions, 'paths'>,
): Promise<McpCommand> {
  const { command, args = [], env = {}, url = '', headers = {} } = mcp ?? ({} as Partial<McpConfig>)
  const directory = await realpath(paths.root)
  const of = `the source ${id}`
  const subject = { source: id, kind: 'approved-mcp', at: `sources.${id}`, env: Object.keys(env).sort() } as const
  if (command !== undefined) {
    const words = [command, ...args]
    const secrets = key === undefined ? [] : [key]
    const bound = await bindCommand({ words, directory, boundTo: paths.trust.boundTo, of, variables: env, secrets })
    const former = formerly(bound.facts, [id, JSON.stringify(words), sorted(env), sorted(headers)])
    return { ...subject, ...bound, former, refusal: commandRefusal(words) ?? bound.refusal }
  }
  const facts = { of, folder: paths.trust.boundTo ?? directory, address: url, ...variableFacts(headers) }
  const address = { facts, digest: factsDigest(facts), command: visibleText(JSON.stringify(url)) }
  const former = formerly(facts, [id, JSON.stringify(url), sorted(env), sorted(headers)])
  return { ...subject, ...address, former, scripts: [], uncovered: [], refusal: undefined }
}

/** How versions up to 0.2 kept a yes: it was to words and values, and to no file. */
function formerly(facts: Approvable['facts'], bound: readonly unknown[]): Approvable['former'] {
  const holds = Object.keys(facts).filter((name) => /^(?:command|folder|address|variable .*)$/s.test(name))
  return { digest: sha256(JSON.stringify([facts['folder'], ...bound])), holds }
}

function sorted(map: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Refuses a command that is never started, also after a yes, with the reason: throws `SOURCE_MISCONFIGURED`. */
export function checkCommand({ source, refusal, command }: Pick<McpCommand, 'source' | 'refusal' | 'command'>): void {
  if (refusal === undefined) return
  throw sourceError('SOURCE_MISCONFIGURED', { source, reason: `its command ${command} is never started: ${refusal}` })
}

/**
 * Remembers that this user said yes to exactly this command of a source in this space. The tools that the server then offers are
 * remembered at its first start; if they change, it has to be approved again.
 * @throws `SOURCE_MISCONFIGURED` for a command that is never started, no matter who approves it.
 * @example await approveMcp(await mcpCommand(source, { paths }))
 */
export async function approveMcp(command: McpCommand, options: ApprovalOptions = {}): Promise<void> {
  checkCommand(command)
  await approve(command, options)
}

/** What changed of a server's tools since its first start after the approval, which remembers them; else undefined. */
export async function changedTools(
  command: Approvable,
  { tools, ...options }: ApprovalOptions & { readonly tools: readonly McpTool[] },
): Promise<string | undefined> {
  const hashes = Object.fromEntries(
    tools.map(({ name, description = '', inputSchema }) => [name, sha256(JSON.stringify([description, inputSchema]))]),
  )
  const known = (await approvalOf(command, options))?.['tools']
  if (known === undefined) {
    await approve(command, { ...options, note: { tools: hashes } })
    return undefined
  }
  const names = [...new Set([...Object.keys(recordOf(known)), ...Object.keys(hashes)])].sort()
  const changed = names.filter((name) => recordOf(known)[name] !== hashes[name])
  return changed.length === 0
    ? undefined
    : `its tools changed since they were approved: ${visibleText(changed.join(', '))}`
}

export type McpTool = {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema?: unknown
}
