import { codedError } from '@datacortex/errors'
import { type SpacePaths, readSecret } from '@datacortex/platform'
import { type Right, callerOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { type Context, servedSpace } from '../context.ts'
import { stderrLogger } from '../output/stderr-logger.ts'
import { pageFolder } from '../page-folder.ts'

export type ServeOptions = {
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly url?: string | undefined
  /** Name of the secret that callers have to send. */
  readonly tokenName?: string | undefined
  readonly publicCards?: true | undefined
  readonly allowHost?: readonly string[] | undefined
  readonly allowOrigin?: readonly string[] | undefined
  readonly sign?: readonly string[] | undefined
  readonly runner?: string | undefined
  /** What anyone who has the token of `tokenName` may do. */
  readonly rights?: readonly Right[] | undefined
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Whether index and agents follow the files meanwhile. */
  readonly watch?: true | undefined
}

/** `datacortex serve`: cards, catalogue, search, A2A, MCP and the operations of the space over HTTP until Ctrl-C. */
export async function* serve(context: Context, options: ServeOptions): AsyncGenerator<{ readonly url: string }> {
  const space = await servedSpace(context)
  const { startServer } = await import('@datacortex/gateway')
  const { allowHost: hosts, allowOrigin: origins, tokenName, tlsCert: cert, tlsKey: key, watch, ...given } = options
  const token = await tokenOf(space.paths, tokenName)
  if (token === undefined && given.rights?.some((right) => right !== 'find' && right !== 'run') === true)
    throw spaceError('CLI_USAGE', {
      message: `--rights ${given.rights.join(',')} is for who has the token DATACORTEX_SERVER_TOKEN, and there is none.`,
      hint: `datacortex token add NAME --rights ${given.rights.join(' ')}`,
    })
  await using server = await startServer(space, {
    ...given,
    token,
    ...(cert === undefined && key === undefined ? {} : { tls: { cert, key } }),
    hosts,
    origins,
    // An agent in its run is not the user, whom the page signs in.
    ...(callerOf(process.env).kind === 'user' ? { page: pageFolder() } : {}),
    log: await stderrLogger(),
    signal: context.signal,
  })
  const log = await stderrLogger()
  const onError = (error: unknown): void =>
    log.warn({ reason: codedError(error).message }, 'index and agents do not follow')
  const kept = watch === true ? space.keepInStep({ signal: context.signal, onError }) : undefined
  yield { url: server.url }
  // Ctrl-C is how serving ends, not a failure.
  await server.closed
  await kept
}

/** From `.datacore/env/` or the environment; never from the command line, which others can read. */
async function tokenOf(paths: SpacePaths, given: string | undefined): Promise<string | undefined> {
  const name = given ?? 'DATACORTEX_SERVER_TOKEN'
  const token = await readSecret(paths, name)
  if (token !== undefined || given === undefined) return token
  throw spaceError('CLI_USAGE', { message: `There is no secret ${name}.`, hint: `Write it to .datacore/env/${name}.` })
}
