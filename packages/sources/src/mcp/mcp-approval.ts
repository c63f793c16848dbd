import { realpath } from 'node:fs/promises'
import type { ApprovalKey, ApprovalOptions, SpacePaths } from '@datacortex/platform'
import { readApproval, removeApproval, sha256, visibleText, writeApproval } from '@datacortex/platform'
import { z } from 'zod'
import { sourceError } from '../errors.ts'
import type { RegisteredSource } from '../read-sources.ts'
import type { McpConfig } from '../source-config.ts'
import { commandRefusal } from './command-refusal.ts'
import { type StoredApproval, storedApprovals } from './stored-approvals.ts'

/** In which space a source is approved, and by whom: the same words can start other files in another folder. */
export type McpApprovalOptions = ApprovalOptions & { readonly paths: Pick<SpacePaths, 'root'> }

/** What a person has to see before saying yes to an MCP server. */
export type McpCommand = {
  readonly source: string
  /** Folder in which it is started, without links. */
  readonly space: string
  /** Exactly what is started, or the address that is asked; as JSON, so that nothing in it is invisible. */
  readonly command: string
  /** Names of the variables that it gets beside PATH and HOME. */
  readonly env: readonly string[]
  /** Changes with the space, the command, its arguments, its variables and the address. */
  readonly hash: string
  /** Why it is never started, whoever approves it. */
  readonly refusal: string | undefined
}

/**
 * The command of an MCP source as it would be started in a space.
 *
 * @example (await mcpCommand(source, { paths })).command // '["node","wiki-server.js"]'
 */
export async function mcpCommand(
  { id, mcp }: Pick<RegisteredSource, 'id' | 'mcp'>,
  { paths }: Pick<McpApprovalOptions, 'paths'>,
): Promise<McpCommand> {
  const { command, args = [], env = {}, url, headers = {} } = mcp ?? ({} as Partial<McpConfig>)
  const exact = JSON.stringify(command === undefined ? url : [command, ...args])
  const space = await realpath(paths.root)
  const hash = sha256(JSON.stringify([space, id, exact, sorted(env), sorted(headers)]))
  const refusal = command === undefined ? undefined : commandRefusal({ command, args })
  return { source: id, space, command: visibleText(exact), env: Object.keys(env).sort(), hash, refusal }
}

/**
 * Refuses a command that is never started, whoever approves it.
 *
 * @throws `SOURCE_MISCONFIGURED` with the reason.
 * @example checkCommand(await mcpCommand(source, { paths }))
 */
export function checkCommand({ source, refusal, command }: McpCommand): void {
  if (refusal === undefined) return
  throw sourceError('SOURCE_MISCONFIGURED', {
    source,
    reason: `its command ${command} is never started: ${refusal}`,
  })
}

/**
 * Remembers that this user said yes to exactly this command of a source in this space. The tools that the server then offers are
 * remembered at its first start; if they change, it has to be approved again.
 *
 * Approvals lie outside the space, so that a space from somewhere else can't bring its own.
 *
 * @throws `SOURCE_MISCONFIGURED` for a command that is never started, whoever approves it.
 * @example await approveMcpSource(source, { paths })
 */
export async function approveMcpSource(
  source: RegisteredSource,
  { paths, userDirectory }: McpApprovalOptions,
): Promise<McpCommand> {
  const command = await mcpCommand(source, { paths })
  checkCommand(command)
  await keep(command, { userDirectory, key: source.api_key, tools: undefined })
  return command
}

/**
 * Whether this user said yes to exactly this command in this space.
 *
 * @example if (!(await isMcpApproved(source, { paths }))) await approveMcpSource(source, { paths })
 */
export async function isMcpApproved(source: RegisteredSource, options: McpApprovalOptions): Promise<boolean> {
  return (await approvalOf(await mcpCommand(source, options), options)) !== undefined
}

/**
 * Takes every yes to a command of a source in this space back, also to one that it had earlier: whoever changes the command back would
 * else have it run again.
 *
 * @example await revokeMcpSource(source, { paths })
 */
export async function revokeMcpSource(source: RegisteredSource, options: McpApprovalOptions): Promise<boolean> {
  const removed: boolean[] = []
  for (const { key } of await approvalsOf(source, options)) removed.push(await removeApproval(key, options))
  return removed.includes(true)
}

/**
 * Whether this user said yes to any command of a source in this space, also to one that it had earlier: what
 * {@link revokeMcpSource} would take back.
 *
 * @example if (await hasMcpApproval(source, { paths })) await revokeMcpSource(source, { paths })
 */
export async function hasMcpApproval(source: RegisteredSource, options: McpApprovalOptions): Promise<boolean> {
  return (await approvalsOf(source, options)).length > 0
}

async function approvalsOf(source: RegisteredSource, options: McpApprovalOptions): Promise<readonly StoredApproval[]> {
  const space = await realpath(options.paths.root)
  const stored = await storedApprovals(options)
  return stored.filter(({ note }) => note['source'] === source.id && note['space'] === space)
}

/** Name of the key that a command was approved with, as the source had it then. */
export async function approvedKey(source: RegisteredSource, options: McpApprovalOptions): Promise<string | undefined> {
  return (await approvalOf(await mcpCommand(source, options), options))?.key
}

/** What changed of a server's tools since its first start after the approval, which remembers them; else undefined. */
export async function changedTools(
  command: McpCommand,
  { tools, userDirectory }: ApprovalOptions & { readonly tools: readonly McpTool[] },
): Promise<string | undefined> {
  const hashes = Object.fromEntries(
    tools.map(({ name, description = '', inputSchema }) => [name, sha256(JSON.stringify([description, inputSchema]))]),
  )
  const approval = await approvalOf(command, { userDirectory })
  const known = approval?.tools
  if (known === undefined) {
    await keep(command, { userDirectory, key: approval?.key, tools: hashes })
    return undefined
  }
  const names = [...new Set([...Object.keys(known), ...Object.keys(hashes)])].sort()
  const changed = names.filter((name) => known[name] !== hashes[name])
  return changed.length === 0
    ? undefined
    : `its tools changed since they were approved: ${visibleText(changed.join(', '))}`
}

export type McpTool = {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema?: unknown
}

const Approval = z.object({
  source: z.string(),
  space: z.string(),
  command: z.string(),
  hash: z.string(),
  approvedAt: z.string(),
  key: z.string().optional(),
  tools: z.record(z.string(), z.string()).optional(),
})

async function approvalOf(
  command: McpCommand,
  options: ApprovalOptions,
): Promise<z.infer<typeof Approval> | undefined> {
  const read = Approval.safeParse(await readApproval(keyOf(command), options))
  // Damaged is not approved.
  return read.success && read.data.hash === command.hash && read.data.source === command.source ? read.data : undefined
}

async function keep(
  command: McpCommand,
  {
    key,
    tools,
    userDirectory,
  }: ApprovalOptions & {
    readonly key: string | undefined
    readonly tools: Readonly<Record<string, string>> | undefined
  },
): Promise<void> {
  const { source, space, command: words, hash } = command
  await writeApproval(keyOf(command), { note: { source, space, command: words, hash, key, tools }, userDirectory })
}

function keyOf({ hash }: McpCommand): ApprovalKey {
  return { kind: 'approved-mcp', digest: hash }
}

function sorted(map: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
}
