import { homedir } from 'node:os'
import { CodedError, thrownText } from '@datacortex/errors'
import { type SpacePaths, changesOf, approvalOf, patientLimit, visibleText, withTimeLimit } from '@datacortex/platform'
import type { Source } from '@datacortex/plugin'
import { sourceError } from '../errors.ts'
import { type TemplateValues, fillHeader, fillValue } from '../fill-template.ts'
import type { RegisteredSource } from '../read-sources.ts'
import type { McpConfig } from '../source-config.ts'
import type { SourcePorts } from '../source-ports.ts'
import { type ToolResult, mapToolResult, textsOf } from './map-tool-result.ts'
import { changedTools, checkCommand, mcpCommand } from './mcp-approval.ts'
import type { McpConnection } from './mcp-connection.ts'

type McpPorts = Pick<SourcePorts, 'fetch' | 'userDirectory'> & {
  readonly paths: SpacePaths
  readonly secret: (name: string) => Promise<string | undefined>
}

/** A source that is an MCP tool: its command runs only as this user approved it, and ends with all it started. */
export function mcpSource(source: RegisteredSource, ports: McpPorts): AsyncDisposable & Source {
  const { id, tool, mcp, models } = source
  if (mcp === undefined) throw sourceError('SOURCE_MISCONFIGURED', { source: id, reason: 'its entry lacks `mcp`' })
  const failed = (reason: string) => sourceError('SOURCE_MCP_FAILED', { source: id, reason, transient: false })
  const ending = new Set<Promise<void>>()
  let opening: Promise<McpConnection> | undefined
  const end = (connection: Promise<McpConnection>): void => {
    if (opening === connection) opening = undefined
    const ended = connection.then(async (open) => await open.close()).catch(() => {})
    ending.add(ended)
    void ended.then(() => ending.delete(ended))
  }
  const call = async (values: TemplateValues, signal: AbortSignal): ReturnType<McpConnection['call']> => {
    signal.throwIfAborted()
    opening ??= connect(source, { mcp, ports, signal })
    const connection = opening
    const stop = (): void => end(connection)
    signal.addEventListener('abort', stop, { once: true })
    try {
      const open = await connection
      const filled = fillValue(mcp.arguments, values) as Record<string, unknown>
      return await open.call(tool, filled, { signal, timeoutMs: source.timeout_ms })
    } catch (error) {
      end(connection)
      signal.throwIfAborted()
      throw coded(error, id)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  const checked = async (values: TemplateValues, signal: AbortSignal): Promise<ToolResult> => {
    const result = await call(values, signal)
    if (result.isError !== true) return result
    throw failed(`its tool ${tool} says ${JSON.stringify(textsOf(result.content).join(' ').slice(0, 300))}`)
  }
  return {
    search: async (query, { signal, limit, depth = 'quick' }) => {
      const answer = mapToolResult(await checked({ query, limit, model: models[depth] }, signal), source)
      return { ...answer, documents: answer.documents.slice(0, limit) }
    },
    read: async (url, { signal }) => {
      const result = await checked({ query: url, limit: 1 }, signal)
      const text = textsOf(result.content).join('\n\n').trim()
      if (text === '') throw failed('it read nothing')
      const title = /^#\s+(\S.*)$/m.exec(text)?.[1]?.trim() ?? url
      return { title, text, contentType: 'text/markdown', url }
    },
    [Symbol.asyncDispose]: async () => {
      if (opening !== undefined) end(opening)
      await Promise.all(ending)
    },
  }
}

const connectTimeoutMs = 10_000

async function connect(
  source: RegisteredSource,
  { mcp, ports, signal }: { readonly mcp: McpConfig; readonly ports: McpPorts; readonly signal: AbortSignal },
): Promise<McpConnection> {
  const { id, tool, timeout_ms: sourceTimeoutMs } = source
  const command = await mcpCommand(source, ports)
  const refuse = (reason: string): never => {
    throw sourceError('SOURCE_MCP_NOT_APPROVED', { source: id, command: command.command, reason })
  }
  if (mcp.command !== undefined) {
    checkCommand(command)
    if ((await approvalOf(command, ports)) === undefined) {
      const changes = await changesOf(command, ports)
      const changed = `it is not what you approved: ${visibleText(changes.join('; '))}`
      refuse(changes.length === 0 ? 'you have not approved this command' : changed)
    }
  }
  const transport = await transportOf(source, { mcp, ports })
  // The client is large, and most spaces have no such source.
  const { openConnection } = await import('./mcp-connection.ts')
  const timeoutMs = Math.min(patientLimit(connectTimeoutMs), sourceTimeoutMs)
  try {
    const limits = { timeoutMs, what: 'connecting', signal }
    const open = async () => await openConnection(transport, { timeoutMs, signal })
    const { connection, tools } = await withTimeLimit(open, limits)
    const changed = await changedTools(command, { tools, userDirectory: ports.userDirectory })
    if (changed !== undefined) refuse(changed)
    if (!tools.some(({ name }) => name === tool)) {
      const reason = `its server has no tool ${tool}, only ${tools.map(({ name }) => name).join(', ')}`
      throw sourceError('SOURCE_MISCONFIGURED', { source: id, reason })
    }
    return connection
  } catch (error) {
    await transport.close()
    throw error
  }
}

async function transportOf(source: RegisteredSource, { mcp, ports }: { mcp: McpConfig; ports: McpPorts }) {
  const key = source.api_key === undefined ? undefined : await ports.secret(source.api_key)
  const values = { query: '', limit: 0, api_key: key }
  if (mcp.command !== undefined) {
    const { GroupTransport } = await import('./group-transport.ts')
    const own = fillValue(mcp.env, values) as Record<string, string>
    const { PATH } = process.env
    // An empty one would mean the working folder.
    const env = { ...(PATH === undefined ? {} : { PATH }), HOME: homedir(), ...own }
    return new GroupTransport({ command: mcp.command, args: mcp.args, env, directory: ports.paths.root })
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const headers = Object.entries(mcp.headers).map(([name, text]): [string, string] => [name, fillHeader(text, values)])
  return new StreamableHTTPClientTransport(new URL(mcp.url ?? ''), {
    fetch: async (url, init) => await ports.fetch(String(url), init),
    requestInit: { headers },
  })
}

function coded(error: unknown, source: string): CodedError {
  if (CodedError.is(error)) return error
  const reason = thrownText(error).slice(0, 500)
  return sourceError('SOURCE_MCP_FAILED', { source, reason, transient: true }, { cause: error })
}
