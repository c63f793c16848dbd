import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, Agent, createServer, request as requestOf } from 'node:http'

/** What the proxy does with a request. */
export type Fault =
  | 'pass'
  /** Closes the connection without asking the node. */
  | 'drop'
  /** Asks the node and closes the connection instead of answering. */
  | 'drop-answer'
  /** Asks the node twice and answers the second answer. */
  | 'twice'
  | 'hang'
  | 'too-many'
  | 'nonsense'
  /** Asks the node after so many turns of the event loop, when others may have overtaken it. */
  | { readonly turns: number }
  /** Asks the node when something else has happened. */
  | { readonly after: Promise<unknown> }
  /** Answers this without asking the node. */
  | { readonly result: unknown }
  /** Changes the node's answer. */
  | { readonly change: (result: unknown) => unknown }

/** A request as it arrives. */
export type RpcRequest = {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[] | undefined
}

/** A proxy in front of a node that misbehaves as it is told. */
export type FaultyRpc = {
  readonly url: string
  /** Requests so far, by method. */
  readonly counts: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Starts a proxy; `fault` decides about each request. */
export async function startFaultyRpc(
  target: string,
  fault: (request: RpcRequest, count: number) => Fault,
): Promise<FaultyRpc> {
  const counts = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const call = JSON.parse(body) as RpcRequest
    const count = (counts.get(call.method) ?? 0) + 1
    counts.set(call.method, count)
    const what = fault(call, count)
    if (what === 'hang') return
    if (what === 'drop') return void response.destroy()
    if (what === 'too-many') return void response.writeHead(429, { 'retry-after': '0' }).end()
    if (what === 'nonsense') return void response.writeHead(200).end('<html>hello</html>')
    if (typeof what === 'object' && 'turns' in what)
      for (let left = what.turns; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve))
    if (typeof what === 'object' && 'after' in what) await what.after
    const reply = (result: unknown): void =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
    if (typeof what === 'object' && 'result' in what) return reply(what.result)
    if (what === 'twice') await ask(target, body, agent)
    const text = await ask(target, body, agent)
    if (what === 'drop-answer') return void response.destroy()
    const parsed = JSON.parse(text) as { readonly result?: unknown }
    if (typeof what === 'object' && 'change' in what && 'result' in parsed) return reply(what.change(parsed.result))
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Not by `fetch`, which costs more than all the rest of the proxy. */
async function ask(target: string, body: string, agent: Agent): Promise<string> {
  const request = requestOf(target, { method: 'POST', agent, headers: { 'content-type': 'application/json' } })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.end(body)
  const [response] = await answered
  return await bodyOf(response)
}
