import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { environment } from './environment.ts'
import { program } from './run-datacortex.ts'

/** A connection to the server, and calls of its tools. */
export type Connected = {
  readonly client: Client
  readonly call: (name: string, given: Record<string, unknown>) => ReturnType<Client['callTool']>
  /** What the server has said on stderr by now. */
  readonly stderr: () => string
}

/** A client of `datacortex mcp`, which ends with the running test. */
export async function connected(root: string, ...more: readonly string[]): Promise<Connected> {
  const connection = await connect(root, more)
  onTestFinished(async () => await connection.client.close())
  return connection
}

/** A server that was started with these variables, such as by an agent in its run. */
export async function connectedWith(env: Readonly<Record<string, string>>, root: string): Promise<Connected> {
  const connection = await connect(root, [], env)
  onTestFinished(async () => await connection.client.close())
  return connection
}

/** One for all tests of a file that only ask: made before them, and ended after them. */
export function useConnection(root: () => string, ...more: readonly string[]): () => Connected {
  let connection: Connected | undefined
  beforeAll(async () => {
    connection = await connect(root(), more)
  })
  afterAll(async () => await connection?.client.close())
  return () => {
    if (connection === undefined) throw new Error('The connection is made in beforeAll.')
    return connection
  }
}

async function connect(
  root: string,
  more: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--root', root, '--tools', 'all', ...more],
    env: { ...environment(root), ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (piece: Buffer) => (stderr += piece.toString()))
  const client = new Client({ name: 'datacortex-test', version: '1.0.0' })
  await client.connect(transport)
  return {
    client,
    call: async (name, given) => await client.callTool({ name, arguments: given }),
    stderr: () => stderr,
  }
}
