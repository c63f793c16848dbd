import type { Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { bundledPlugins } from '../bundled-plugins.ts'
import { UsageError } from '../errors.ts'
import { openModel } from '../model.ts'
import { stderrLogger } from '../output/stderr-logger.ts'

/** Arguments of `serve`. */
export type ServeOptions = {
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly url?: string | undefined
  /** Name of the environment variable that holds the token. */
  readonly tokenEnv?: string | undefined
  readonly publicCards?: true | undefined
  readonly allowHost?: readonly string[] | undefined
  readonly allowOrigin?: readonly string[] | undefined
  readonly sign?: readonly string[] | undefined
  readonly runner?: string | undefined
}

/**
 * `datacortex serve`: cards, catalogue, search and A2A over HTTP until Ctrl-C; then running tasks may finish.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @returns One document, `{url}`, once it listens.
 * @throws {@link UsageError} if `--token-env` names a variable that is not set.
 */
export async function* serve(context: Context, options: ServeOptions): AsyncGenerator<{ readonly url: string }> {
  const paths = await spaceOf(context)
  const { startServer } = await import('@datacortex/gateway')
  const { signal, onProgress } = context
  const { port, host, url, publicCards, allowHost: hosts, allowOrigin: origins, sign, runner } = options
  await using server = await startServer(paths, {
    port,
    host,
    url,
    token: tokenOf(options),
    publicCards,
    hosts,
    origins,
    sign,
    runner,
    bundledDirectory: bundledPlugins(),
    openEmbedder: async (model) => await openModel(model, onProgress),
    log: await stderrLogger(),
    signal,
  })
  yield { url: server.url }
  // Ctrl-C is how serving ends, not a failure.
  await server.closed
}

function tokenOf({ tokenEnv }: ServeOptions): string | undefined {
  const name = tokenEnv ?? 'DATACORTEX_TOKEN'
  const token = process.env[name]
  if (token !== undefined && token !== '') return token
  if (tokenEnv === undefined) return undefined
  throw new UsageError({ message: `The variable ${name} is not set.`, hint: `${name}=… datacortex serve` })
}
