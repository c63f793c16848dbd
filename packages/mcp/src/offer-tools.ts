import { withoutControls } from '@datacortex/errors'
import { jsonText } from '@datacortex/wording'
import { type CallToolResult, type Server, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { offerTasks, takesTasks } from './offer-tasks.ts'
import { type Asking, type Offer, answering, callTool, failureText } from './offer.ts'
import { withoutWithheld } from './without-withheld.ts'
import type { Tool } from './tools.ts'
import { keptOf, wordsOf } from './tool-words.ts'

/** Gives a client tools. What fails is an answer that a model can read, with its code and hint. */
export function offerTools(server: Server, offer: Offer): void {
  const tools = new Map(offer.shown.map((tool) => [tool.entry.tool, tool]))
  server.setRequestHandler(
    'tools/list',
    answering(offer, async () => ({ tools: await offer.list() })),
  )
  server.setRequestHandler('tools/call', async ({ params }, request): Promise<CallToolResult> => {
    const tool = tools.get(params.name)
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)} here.`)
    const call = async (asking: Asking): Promise<CallToolResult> =>
      await called(tool, params, { offer, request: asking })
    if (tool.entry.isOpenWorld !== true || !takesTasks(request)) return await call(request)
    const { _meta: meta } = request.mcpReq
    const task = offer.tasks.begin(async ({ signal, onMessage }) => {
      const notify: Asking['mcpReq']['notify'] = async ({ params: reported }) =>
        await Promise.resolve(onMessage(String(reported?.['message'])))
      return await call({ mcpReq: { signal, notify, _meta: { ...meta, progressToken: 'task' } } })
    })
    return task === undefined ? await call(request) : ({ resultType: 'task', ...task } as unknown as CallToolResult)
  })
  offerTasks(server, offer)
}

async function called(
  tool: Tool,
  { arguments: given = {} }: { readonly arguments?: Record<string, unknown> | undefined },
  { offer, request }: { readonly offer: Offer; readonly request: Asking },
): Promise<CallToolResult> {
  try {
    const document = await callTool(tool, given, { offer, request })
    return answerOf(tool.entry.tool, offer.tell === undefined ? document : withoutWithheld(document, offer.tell))
  } catch (error) {
    return { content: [{ type: 'text', text: failureText(error, { offer, request }) }], isError: true }
  }
}

function answerOf(name: string, document: object): CallToolResult {
  const { textOf, hasFailed } = wordsOf(name)
  const structuredContent = { ...keptOf(name, document) }
  const said = textOf?.(document)
  const text = said === undefined ? jsonText(structuredContent) : withoutControls(said)
  return {
    content: [{ type: 'text', text }],
    structuredContent,
    ...(hasFailed?.(document) === true ? { isError: true } : {}),
  }
}
