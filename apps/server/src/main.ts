import { openEmbedder } from '@datacortex/embeddings'
import { CodedError, thrownText, withoutControls } from '@datacortex/errors'
import { bundledModules, findSpace, openSpace, readSecret, userPaths } from '@datacortex/platform'
import type { StoppedStatus } from '@datacortex/platform/stop-signals'
import { onStopSignals } from '@datacortex/platform/stop-signals'
import type { Logger } from '@datacortex/plugin'
import { catchStrays } from '@datacortex/registry/catch-strays'
import { onModuleCode } from '@datacortex/registry/module-code-ran'
import { watchMainThread } from '@datacortex/registry/watch-main-thread'
import { pino } from 'pino'
import { help, readArguments } from './read-arguments.ts'

/** Name of the secret that callers have to send. */
const tokenName = 'DATACORTEX_SERVER_TOKEN'

/**
 * Serves a space until it is told to stop.
 *
 * @param argv - Arguments after the program's name.
 * @returns The exit status: 0 stopped, 1 a coded error, 2 wrong usage, 70 a bug, 129 or 130 stopped before it
 *   listened.
 * @example process.exitCode = await main(['--root', '/desk', '--port', '0'])
 */
export async function main(argv: readonly string[]): Promise<number> {
  const controller = new AbortController()
  let stopped: StoppedStatus = 130
  using _ = onStopSignals((status) => {
    stopped = status
    controller.abort(new DOMException('Interrupted.', 'AbortError'))
  })
  // A terminal that is gone shows nothing, and running tasks are to finish all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // While such code runs for ever it could neither answer nor be stopped, and what it forgets must not end it.
  onModuleCode(() => {
    watchMainThread({
      onStuck: (seconds) => stderrLogger().warn({ seconds }, 'code of a module has not yielded'),
    })
    catchStrays({
      tell: (thrown) =>
        stderrLogger().warn({ reason: thrownText(thrown) }, 'code of a module failed where nothing waits for it'),
      fail: (error) => process.exit(report(error, { json: argv.includes('--json') })),
    })
  })
  try {
    return await serve(argv, controller.signal)
  } catch (error) {
    if (controller.signal.aborted) return stopped
    return report(error, { json: argv.includes('--json') })
  }
}

async function serve(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const { root, json, help: helpWanted, ...options } = readArguments(argv)
  if (helpWanted) {
    process.stdout.write(help)
    return 0
  }
  const paths = root === undefined ? await findSpace(process.cwd()) : await openSpace(root)
  // Only now: it brings everything else, and what is wrong before should be told at once.
  const { startServer } = await import('@datacortex/gateway')
  await using server = await startServer(paths, {
    ...options,
    token: await readSecret(paths, tokenName),
    bundledDirectory: bundledModules(import.meta.dirname),
    openEmbedder: ({ model, dtype, allow_download: allowDownload }) =>
      Promise.resolve(openEmbedder({ cacheDir: userPaths().cache, model: { model, dtype, allowDownload } })),
    log: stderrLogger(),
    signal,
  })
  const { url, closed } = server
  process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `listening on ${url}\n`)
  await closed
  return 0
}

function report(error: unknown, { json }: { readonly json: boolean }): number {
  if (!CodedError.is(error)) {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 70
  }
  const { code, message, hint } = error
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message, hint } })}\n`)
  else tell(`${code}  ${message}${hint === undefined ? '' : `\nhint  ${hint}`}`)
  return code === 'SERVER_USAGE' ? 2 : 1
}

/** What files and arguments hold moves no cursor of the terminal. */
function tell(text: string): void {
  process.stderr.write(`${withoutControls(text)}\n`)
}

function stderrLogger(): Logger {
  const wanted = process.env['DATACORTEX_LOG'] ?? ''
  // A misspelt level is no reason not to serve.
  const level = Object.hasOwn(pino.levels.values, wanted) || wanted === 'silent' ? wanted : 'info'
  const stderr = pino.destination({ dest: 2, sync: true })
  stderr.on('error', () => {})
  const logger = pino({ level }, stderr)
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
  }
}
