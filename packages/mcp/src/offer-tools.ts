import { withoutControls } from '@datacortex/errors'
import { jsonText } from '@datacortex/wording'
import { type CallToolResult, type Server, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { type Offer, answered, callTool } from './offer.ts'
import { reasonOf } from './reason-of.ts'
import { withoutWithheld } from './without-withheld.ts'
import { wordsOf } from './tool-words.ts'

/** Gives a client tools. What fails is an answer that a model can read, with its code and hint. */
export function offerTools(server: Server, offer: Offer): void {
  const tools = new Map(offer.tools.map((tool) => [tool.entry.tool, tool]))
  server.setRequestHandler(
    'tools/list',
    async (_given, request) => await answered(request, offer, async () => ({ tools: await offer.list() })),
  )
  server.setRequestHandler('tools/call', async ({ params }, request): Promise<CallToolResult> => {
    const tool = tools.get(params.name)
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)} here.`)
    try {
      const document = await callTool(tool, params.arguments ?? {}, { offer, request })
      return answerOf(params.name, offer.tell === undefined ? document : withoutWithheld(document, offer.tell))
    } catch (error) {
      const signal = AbortSignal.any([offer.signal, request.mcpReq.signal])
      return { content: [{ type: 'text', text: reasonOf(error, { ...offer, signal }) }], isError: true }
    }
  })
}

function answerOf(name: string, document: object): CallToolResult {
  const { textOf, hasFailed, more } = wordsOf(name)
  const structuredContent = { ...document, ...more?.(document) }
  const said = textOf?.(document)
  const text = said === undefined ? jsonText(structuredContent) : withoutControls(said)
  return {
    content: [{ type: 'text', text }],
    structuredContent,
    ...(hasFailed?.(document) === true ? { isError: true } : {}),
  }
}
