import { parseArgs } from 'node:util'
import type { ServerOptions } from '@datacortex/gateway'
import { ServerUsageError } from './errors.ts'

/** What the command line asks for. */
export type Arguments = Pick<
  ServerOptions,
  'host' | 'port' | 'url' | 'publicCards' | 'hosts' | 'origins' | 'sign' | 'runner'
> & {
  readonly root: string | undefined
  readonly json: boolean
  readonly help: boolean
}

/** What `--help` says. */
export const help: string = `datacortex-server [--root DIR] [--host H] [--port P] [--url BASE]
Serves the agents of a space: A2A cards, catalogue, search and tasks.

  --root DIR          the space; without it, the nearest folder upward that has .datacore/
  --host H            name or address to listen on (127.0.0.1)
  --port P            port (4100); 0 takes a free one
  --url BASE          address under which others reach the server, if a proxy stands before it
  --public-cards      shows cards and catalogue without a token
  --allow-host NAME   further name in Host; may be repeated
  --allow-origin URL  further origin of web pages that may call; may be repeated
  --sign FILE         private key that signs cards; may be repeated
  --runner NAME       runner of the settings
  --json              one JSON document on stdout once it listens

Callers send the token in DATACORTEX_SERVER_TOKEN (environment or .datacore/env) if there is one; on any address that is
not loopback there has to be one.

Example: datacortex-server --root ~/desk --port 4100
`

/**
 * Reads the arguments.
 *
 * @param argv - After the program's name.
 * @throws {@link ServerUsageError} if they are wrong.
 */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parsed(argv)
  const { root, host, url, runner, json = false, help = false } = values
  return {
    root,
    host,
    url,
    runner,
    json,
    help,
    port: values.port === undefined ? undefined : portOf(values.port),
    publicCards: values['public-cards'] ?? false,
    hosts: values['allow-host'],
    origins: values['allow-origin'],
    sign: values.sign,
  }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        root: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        url: { type: 'string' },
        'public-cards': { type: 'boolean' },
        'allow-host': { type: 'string', multiple: true },
        'allow-origin': { type: 'string', multiple: true },
        sign: { type: 'string', multiple: true },
        runner: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new ServerUsageError({ message: error instanceof Error ? error.message : String(error) })
  }
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new ServerUsageError({ message: `${JSON.stringify(text)} is no port: 0 to 65535.` })
}
