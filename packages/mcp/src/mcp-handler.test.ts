import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpace } from '@datacortex/platform'
import { type Right, type Space, openSpace } from '@datacortex/space'
import { expect, onTestFinished, test } from 'vitest'
import { connectedTo } from './__fixtures__/connected.ts'
import { mcpHandler } from './mcp-handler.ts'
import { publishedRights } from './tools.ts'

async function someSpace(): Promise<Space> {
  const root = await mkdtemp(join(tmpdir(), 'mcp-'))
  const { paths } = await createSpace(root)
  const space = await openSpace(paths.root, { isTrusted: true })
  onTestFinished(async () => {
    await space[Symbol.asyncDispose]()
    await rm(root, { recursive: true, force: true })
  })
  return space
}

function handlerOf(space: Space, rights?: readonly Right[]): (request: Request) => Promise<Response> {
  const client = {
    space: space.as({ kind: 'client', rights: rights ?? publishedRights }),
    rights,
    tell: ({ message }: { readonly message: string }) => ({ message, isWithheld: false }),
    onBug: (error: unknown) => {
      throw error
    },
  }
  const handler = mcpHandler({ version: '1.2.3', maxBytes: 1_000_000, onRefusal: () => {} })
  return async (request) => await handler(request, client)
}

test('a client finds, describes and runs agents, if nobody says what else it may do', async () => {
  const client = await connectedTo(handlerOf(await someSpace()))
  const { tools } = await client.listTools()
  const inputs = tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {}).toSorted()])
  expect(Object.fromEntries(inputs)).toEqual({
    find_agents: ['task'],
    describe_agent: ['agent'],
    run_agent: ['agent', 'task'],
  })
  expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } })
  expect(client.getServerCapabilities()).not.toHaveProperty('prompts')
  expect(client.getInstructions()).toMatch(/find_agents.*describe_agent.*run_agent/)
  await expect(client.callTool({ name: 'list_agents', arguments: {} })).rejects.toMatchObject({ code: -32602 })
})

test('a client gets the tools of its rights, and the space checks what they are asked', async () => {
  const client = await connectedTo(handlerOf(await someSpace(), ['find']), 'auto', '?tools=all')
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_agents')
  expect(await client.callTool({ name: 'list_agents', arguments: {} })).toMatchObject({
    structuredContent: { agents: [], findings: [] },
  })
  expect(await client.callTool({ name: 'list_agents', arguments: { tag: 'sea' } })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^SPACE_INPUT_INVALID: .*"tag"/) }],
  })
  await expect(client.callTool({ name: 'append_to_note', arguments: {} })).rejects.toMatchObject({ code: -32602 })
})
