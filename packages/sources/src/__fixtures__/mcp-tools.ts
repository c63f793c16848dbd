import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A server with one search tool, which behaves as it is told. `onHung`: a call has come that gets no answer. */
export function mcpServer(mode: string, onHung: () => void): McpServer {
  const hang = async (): Promise<never> => {
    onHung()
    return await new Promise(() => undefined)
  }
  const server = new McpServer({ name: 'tides', version: '1.0.0' }, { capabilities: { tools: {} } })
  const config = { description: 'Searches.', inputSchema: z.object({ query: z.string(), n: z.number().optional() }) }
  server.registerTool('tides_search', config, async ({ query }) => {
    const found = [{ title: `About ${query}`, url: 'https://t.example/1', snippet: 'High.', date: '2024-05-06' }]
    switch (mode) {
      case 'structured':
        return { content: [], structuredContent: { results: found } }
      case 'markdown':
        return {
          content: [{ type: 'text', text: `See [Tides](https://t.example/1) and [Moon](https://t.example/2).` }],
        }
      case 'links':
        return { content: [{ type: 'resource_link', uri: 'https://t.example/1', name: 'Tides' }] }
      case 'prose':
        return { content: [{ type: 'text', text: 'Tides rise twice a day.' }] }
      case 'hangs':
        return await hang()
      default:
        return { content: [{ type: 'text', text: JSON.stringify(found) }] }
    }
  })
  return server
}
