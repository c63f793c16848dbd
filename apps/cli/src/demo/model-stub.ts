import { appendFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { makesSpecialist } from './dynamic-steps.ts'

/** Starts a stand-in for a language model on this machine, and names it as a runner in the settings of a space, beside a program. */
export async function startModelStub(root: string): Promise<void> {
  const local = { plugin: 'runner-openai-compatible', base_url: await serveModel(), model: 'stub', stream: false }
  const maker = { plugin: 'runner-command', command: [process.execPath, process.argv[1], ...makesSpecialist] }
  const settings = `\nrunners:\n  default: local\n  local: ${JSON.stringify(local)}\n  maker: ${JSON.stringify(maker)}\n`
  await appendFile(join(root, '.datacore', 'settings.yaml'), settings)
}

export async function startWriterStub(root: string): Promise<void> {
  const writer = { api: 'openai', base_url: await serveModel(), model: 'stub' }
  const settings = `writer: writer-chat\nplugins: ${JSON.stringify({ 'writer-chat': writer })}\n`
  await writeFile(join(root, '.datacore', 'settings.local.yaml'), settings)
}

async function serveModel(): Promise<string> {
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://127.0.0.1:${port}/v1`
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await text(request)
  const content = asked.includes('"response_format"')
    ? JSON.stringify(written(asked))
    : asked.includes('Answer with JSON alone')
      ? '{"days": 2}'
      : asked.includes('two days later')
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

/** What a writer is asked for as JSON: the wording of findings, or a digest of a document. */
function written(asked: string): unknown {
  const [, id, evidence] = /"findings\\*":\[\{\\*"id\\*":\\*"(\w+).*?"id\\*":\\*"([\w.-]+)/s.exec(asked) ?? []
  if (id === undefined || evidence === undefined) return { summary: [], insights: [], zettels: [], tasks: [] }
  const text = 'In other words, what holds clay sets under water.'
  return { opening: 'This is about lime that sets where it is wet.', findings: [{ id, text, evidence: [evidence] }] }
}
