import type { SpacePaths } from '@datacortex/platform'
import { readSecret } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { bundledPlugins } from '../bundled-plugins.ts'
import { UsageError } from '../errors.ts'
import { openModel } from '../open/model.ts'
import { stderrLogger } from '../output/stderr-logger.ts'

/** Arguments of `serve`. */
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
}

/**
 * `datacortex serve`: cards, catalogue, search and A2A over HTTP until Ctrl-C; then running tasks may finish.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @returns One document, `{url}`, once it listens.
 * @throws {@link UsageError} if `--token-name` names a secret that is not there.
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
    token: await tokenOf(paths, options),
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

/** From `.datacore/env/` or the environment; never from the command line, which others can read. */
async function tokenOf(paths: SpacePaths, { tokenName }: ServeOptions): Promise<string | undefined> {
  const name = tokenName ?? 'DATACORTEX_SERVER_TOKEN'
  const token = await readSecret(paths, name)
  if (token !== undefined || tokenName === undefined) return token
  throw new UsageError({ message: `There is no secret ${name}.`, hint: `Write it to .datacore/env/${name}.` })
}
