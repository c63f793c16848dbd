import { appendFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'

/**
 * Starts a stand-in for a language model on this machine, and names it as a runner in the settings of a space. It speaks
 * the chat completions protocol and can say only what it was told in its context.
 *
 * It does not keep the process alive; it ends with it.
 *
 * @param root - Of the space.
 */
export async function startModelStub(root: string): Promise<void> {
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const settings = `\nrunners:\n  local: {plugin: runner-openai-compatible, base_url: "http://127.0.0.1:${port}/v1", model: stub, stream: false}\n`
  await appendFile(join(root, '.datacore', 'settings.yaml'), settings)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await text(request)
  const content = asked.includes('two days later')
    ? 'Spring tides come about two days after the new and the full moon, says [[Spring tides]].\n\n' +
      '## Insights\n\n- The highest water comes two days after the full moon, not on its day.\n'
    : 'Nothing that I was given says so.'
  const completion = {
    id: 'stub-1',
    object: 'chat.completion',
    model: 'stub',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: Math.ceil(asked.length / 4), completion_tokens: Math.ceil(content.length / 4) },
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(completion))
}
