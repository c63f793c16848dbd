import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { program, sharedCache } from './run-datacortex.ts'

/** A connection to the server, and calls of its tools. */
export type Connected = {
  readonly client: Client
  readonly call: (name: string, given: Record<string, unknown>) => ReturnType<Client['callTool']>
}

/** A client of `datacortex mcp`, which ends with the running test. */
export async function connected(root: string, ...more: readonly string[]): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--root', root, ...more],
    env: {
      ...process.env,
      DATACORTEX_CACHE_DIR: sharedCache,
      DATACORTEX_CONFIG_DIR: join(root, '.test-config'),
    },
    stderr: 'pipe',
  })
  const client = new Client({ name: 'datacortex-test', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(async () => await client.close())
  return { client, call: async (name, given) => await client.callTool({ name, arguments: given }) }
}
