import { join } from 'node:path'
import { readTextFile, sha256, userPaths, withLock, writeFileAtomically } from '@datacortex/platform'
import { z } from 'zod'
import type { RegisteredSource } from '../sources/read-sources.ts'
import type { McpConfig } from '../sources/source-config.ts'

/** Whose approvals count. */
export type McpApprovalOptions = {
  /** Folder of the user's own settings; that of the operating system if absent. */
  readonly userDirectory?: string | undefined
}

/** What a person has to see before saying yes to an MCP server. */
export type McpCommand = {
  readonly source: string
  /** Exactly what is started, or the address that is asked; as JSON, so that nothing in it is invisible. */
  readonly command: string
  /** Names of the variables that it gets beside PATH and HOME. */
  readonly env: readonly string[]
  /** Changes with the command, its arguments, its variables and the address. */
  readonly hash: string
}

/**
 * The command of an MCP source as it would be started.
 *
 * @example mcpCommand(source).command // 'node wiki-server.js'
 */
export function mcpCommand({ id, mcp }: Pick<RegisteredSource, 'id' | 'mcp'>): McpCommand {
  const { command, args = [], env = {}, url, headers = {} } = mcp ?? ({} as Partial<McpConfig>)
  const exact = JSON.stringify(command === undefined ? url : [command, ...args])
  const hash = sha256(JSON.stringify([id, exact, sorted(env), sorted(headers)]))
  return { source: id, command: visible(exact), env: Object.keys(env).sort(), hash }
}

/**
 * Remembers that this user said yes to exactly this command of a source. The tools that the server then offers are
 * remembered at its first start; if they change, it has to be approved again.
 *
 * Approvals lie outside the space, so that a space from somewhere else can't bring its own.
 *
 * @param source - With `mcp`.
 * @param options - `userDirectory`.
 * @returns What was approved.
 * @example await approveMcpSource(source)
 */
export async function approveMcpSource(
  source: RegisteredSource,
  { userDirectory }: McpApprovalOptions = {},
): Promise<McpCommand> {
  const command = mcpCommand(source)
  await writeApproval(command, { userDirectory, tools: undefined })
  return command
}

/**
 * Whether this user said yes to exactly this command.
 *
 * @example if (!(await isMcpApproved(source))) await approveMcpSource(source)
 */
export async function isMcpApproved(source: RegisteredSource, options: McpApprovalOptions = {}): Promise<boolean> {
  return (await readApproval(mcpCommand(source), options)) !== undefined
}

/**
 * Compares the tools of a server with those it had when it was first started after its approval, and remembers them
 * then. A server that is asked over HTTP needs no approval, and its tools are remembered alike.
 *
 * @returns What changed, for people; undefined if nothing did.
 */
export async function changedTools(
  command: McpCommand,
  { tools, userDirectory }: McpApprovalOptions & { readonly tools: readonly McpTool[] },
): Promise<string | undefined> {
  const hashes = Object.fromEntries(
    tools.map(({ name, description = '', inputSchema }) => [name, sha256(JSON.stringify([description, inputSchema]))]),
  )
  const known = (await readApproval(command, { userDirectory }))?.tools
  if (known === undefined) {
    await writeApproval(command, { userDirectory, tools: hashes })
    return undefined
  }
  const names = [...new Set([...Object.keys(known), ...Object.keys(hashes)])].sort()
  const changed = names.filter((name) => known[name] !== hashes[name])
  return changed.length === 0 ? undefined : `its tools changed since they were approved: ${visible(changed.join(', '))}`
}

/** A tool as a server describes it. */
export type McpTool = {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema?: unknown
}

const Approval = z.object({
  source: z.string(),
  command: z.string(),
  hash: z.string(),
  approvedAt: z.string(),
  tools: z.record(z.string(), z.string()).optional(),
})

async function readApproval(
  { hash, source }: McpCommand,
  options: McpApprovalOptions,
): Promise<z.infer<typeof Approval> | undefined> {
  const read = await readTextFile(fileOf({ hash }, options))
  if (!read.ok) return undefined
  try {
    const approval = Approval.parse(JSON.parse(read.text))
    return approval.hash === hash && approval.source === source ? approval : undefined
  } catch {
    // Damaged is not approved.
    return undefined
  }
}

async function writeApproval(
  { source, command, hash }: McpCommand,
  { tools, userDirectory }: McpApprovalOptions & { readonly tools: Readonly<Record<string, string>> | undefined },
): Promise<void> {
  const file = fileOf({ hash }, { userDirectory })
  const note = { source, command, hash, approvedAt: new Date().toISOString(), tools }
  await withLock(`${file}.lock`, async () => {
    await writeFileAtomically(file, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  })
}

function fileOf({ hash }: Pick<McpCommand, 'hash'>, { userDirectory }: McpApprovalOptions): string {
  return join(userDirectory ?? userPaths().config, 'approved-mcp', `${hash}.json`)
}

function sorted(map: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Whatever is no plain character, spelled out. */
function visible(text: string): string {
  return text.replaceAll(
    /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
