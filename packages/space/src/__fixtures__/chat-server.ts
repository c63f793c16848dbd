import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A model on this machine, as long as the test runs. */
export type ChatServer = {
  readonly url: string
  /** What it was asked, as it came. */
  readonly requests: readonly string[]
  /** Questions whose connection is still open. */
  readonly open: () => number
}

/** Starts one that says what the test makes of a question: JSON, prose, or nothing for ever if it is undefined. */
export async function serveChat(answer: (asked: string) => unknown): Promise<ChatServer> {
  const requests: string[] = []
  let open = 0
  const server = createServer((request, response) => {
    open += 1
    response.once('close', () => (open -= 1))
    void respond(request, response)
  })
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await text(request)
    requests.push(asked)
    const said = answer(asked)
    if (said === undefined) return
    const content = typeof said === 'string' ? said : JSON.stringify(said)
    const choices = [{ message: { role: 'assistant', content }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: 300, completion_tokens: 8 }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ model: 'm-1', choices, usage }))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, open: () => open }
}
