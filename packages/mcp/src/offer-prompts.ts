import { withoutControls } from '@datacortex/errors'
import { type Server, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Offer, answering, callTool } from './offer.ts'
import type { Tool } from './tools.ts'

/** Gives a client each agent as a prompt that a person picks: its own prompt with what the task needs. */
export function offerPrompts(server: Server, offer: Offer, { list, context }: { list: Tool; context: Tool }): void {
  server.setRequestHandler(
    'prompts/list',
    answering(offer, async ({ params }, request) => {
      const listed = Agents.parse(await callTool(list, {}, { offer, request }))
      const agents = listed.agents.filter(({ deprecated }) => !deprecated)
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
    answering(offer, async ({ params }, request) => {
      const given = params.arguments?.[task.name]?.trim() ?? ''
      if (given === '' || given.includes('\0'))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument "${task.name}" is missing.`)
      const asked = { agent: params.name, task: given }
      const { prompt } = Context.parse(await callTool(context, asked, { offer, request }))
      return { messages: [{ role: 'user', content: { type: 'text', text: withoutControls(prompt) } }] }
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
