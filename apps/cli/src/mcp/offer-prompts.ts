import type { McpServer } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { terminalText } from '../output/terminal-text.ts'
import type { Offer } from './offer.ts'
import { answered } from './offer.ts'

/**
 * Gives a client each agent as a prompt that a person picks, such as a slash command: it takes a task, and is the
 * agent's own prompt with the knowledge of the space that the task needs.
 *
 * @param server - Of the client.
 * @param offer - How commands are run.
 * @see https://modelcontextprotocol.io/specification/ (prompts)
 */
export function offerPrompts({ server }: McpServer, offer: Offer): void {
  server.setRequestHandler(
    'prompts/list',
    async ({ params }, request) =>
      await answered(request, offer, async (signal) => {
        const { data } = await offer.runCommand(['agent', 'list'], { signal })
        const agents = Agents.parse(data).agents.filter(({ deprecated }) => !deprecated)
        const from = params?.cursor === undefined ? 0 : agents.findIndex(({ id }) => id === params.cursor) + 1
        const page = agents.slice(from, from + pageSize)
        const last = page.at(-1)?.id
        const more = from + pageSize < agents.length && last !== undefined ? { nextCursor: last } : {}
        return {
          prompts: page.map(({ id, name, description }) => ({
            name: id,
            title: name,
            description,
            arguments: [task],
          })),
          ...more,
        }
      }),
  )
  server.setRequestHandler(
    'prompts/get',
    async ({ params }, request) =>
      await answered(request, offer, async (signal) => {
        const given = params.arguments?.[task.name]?.trim() ?? ''
        if (given === '' || given.includes('\0'))
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument "${task.name}" is missing.`)
        const { data } = await offer.runCommand(['agent', 'context', '--', params.name, given], { signal })
        const { prompt } = Context.parse(data)
        return { messages: [{ role: 'user', content: { type: 'text', text: terminalText(prompt) } }] }
      }),
  )
}

const task = { name: 'task', description: 'What is to be done, in plain words.', required: true }

/** A list of ten thousand agents in one message would be megabytes. */
const pageSize = 500

const Agents = z.object({
  agents: z.array(
    z.object({ id: z.string(), name: z.string(), description: z.string(), deprecated: z.boolean().default(false) }),
  ),
})
const Context = z.object({ prompt: z.string() })
