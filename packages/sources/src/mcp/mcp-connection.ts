import { type Transport, Client } from '@modelcontextprotocol/client'
import type { ToolResult } from './map-tool-result.ts'
import type { McpTool } from './mcp-approval.ts'

export type McpConnection = {
  /** Calls a tool; progress of the server prolongs nothing. */
  call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<ToolResult & { readonly isError?: boolean | undefined }>
  /** Ends the server, if it was started. */
  close(): Promise<void>
}

/** Connects and asks for the tools. `options`: milliseconds for each request, abort signal. */
export async function openConnection(
  transport: Transport,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<{ readonly connection: McpConnection; readonly tools: readonly McpTool[] }> {
  const client = new Client({ name: 'datacortex', version: '0.1.0' }, { capabilities: {} })
  const limits = { timeout: timeoutMs, maxTotalTimeout: timeoutMs, signal }
  await client.connect(transport, limits)
  const { tools } = await client.listTools({}, limits)
  return {
    tools,
    connection: {
      call: async (tool, input, options) => {
        const total = { timeout: options.timeoutMs, maxTotalTimeout: options.timeoutMs, signal: options.signal }
        return await client.callTool({ name: tool, arguments: { ...input } }, total)
      },
      // The transport is closed itself: the client forgets it when connecting failed.
      close: async () => {
        await client.close()
        await transport.close()
      },
    },
  }
}
