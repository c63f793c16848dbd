import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { jsonText, terminalText } from '../output/terminal-text.ts'
import type { Offer } from './offer.ts'
import { reasonOf } from './reason-of.ts'
import { tellWhile } from './tell-while.ts'
import type { Tool } from './tool.ts'

/**
 * Gives a client tools. What fails is an answer that a model can read, with its code and hint.
 *
 * @param server - Of the client.
 * @param tools - Those that it gets.
 * @param offer - How commands are run.
 */
export function offerTools(server: McpServer, tools: readonly Tool[], offer: Offer): void {
  for (const tool of tools) {
    const { name, title, description, input, isReadOnly, isOpenWorld = false } = tool
    // What is written here can be undone; what somebody else does for a task, nobody knows.
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: isOpenWorld, openWorldHint: isOpenWorld }
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations },
      async (given: Readonly<Record<string, unknown>>, { mcpReq }: ServerContext) => {
        using _ticking = tellWhile(mcpReq)
        const signal = AbortSignal.any([offer.signal, mcpReq.signal])
        return await answerOf(tool, given, { ...offer, signal })
      },
    )
  }
}

async function answerOf(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { runCommand, onBug, signal }: Offer,
): Promise<CallToolResult> {
  try {
    const result = await runCommand(tool.argv(given), { signal, isOpenWorld: tool.isOpenWorld })
    const { data, exitCode = 0 } = result
    const structuredContent = isDocument(data) ? data : { result: data }
    const said = tool.textOf?.(result)
    const text = said === undefined ? jsonText(data) : terminalText(said)
    return { content: [{ type: 'text', text }], structuredContent, ...(exitCode === 0 ? {} : { isError: true }) }
  } catch (error) {
    return { content: [{ type: 'text', text: reasonOf(error, { onBug, signal }) }], isError: true }
  }
}

function isDocument(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
