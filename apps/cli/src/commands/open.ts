import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sha256, userPaths, writeFileAtomically } from '@datacortex/platform'
import { callerOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'
import { type Context, servedSpace } from '../context.ts'
import { stderrLogger } from '../output/stderr-logger.ts'
import { pageFolder } from '../page-folder.ts'

export type OpenOptions = {
  readonly port?: number | undefined
  readonly runner?: string | undefined
  /** Whether a browser is started. */
  readonly browser?: boolean | undefined
}

/**
 * `datacortex open`: the page of a space in the browser, signed in by a link that works once. A server of the space that
 * runs already answers; else one does until Ctrl-C, for nobody but the user of this machine.
 */
export async function* openPage(
  context: Context,
  { port = 0, runner, browser = true }: OpenOptions,
): AsyncGenerator<{ readonly url: string }> {
  if (callerOf(process.env).kind !== 'user')
    throw spaceError('SPACE_RIGHT_MISSING', { name: 'open', right: 'manage', caller: 'agent' })
  const space = await servedSpace(context)
  const { linkOfRunningServer, startServer } = await import('@datacortex/gateway')
  const known = await linkOfRunningServer(space.paths.root, context)
  if (known !== undefined) {
    if (browser) await startBrowser(known, space.paths)
    yield { url: known }
    return
  }
  const log = await stderrLogger()
  const { signal } = context
  await using server = await startServer(space, { port, runner, page: pageFolder(), isOwnOnly: true, log, signal })
  const link = server.signInLink?.() ?? server.url
  if (browser) await startBrowser(link, space.paths)
  yield { url: link }
  await server.closed
}

/**
 * Others of this machine may read what a program is started with, and the link signs in: the browser is given a file that
 * only the user reads, and which leads on. The link is printed as well, for machines on which this starts nothing.
 */
async function startBrowser(link: string, { root }: { readonly root: string }): Promise<void> {
  const [program, ...args] = starters[process.platform] ?? ['xdg-open']
  if (program === undefined) return
  const file = join(userPaths().config, 'pages', `${sha256(root).slice(0, 16)}.html`)
  const lead = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${link}"><a href="${link}">${link}</a>\n`
  await writeFileAtomically(file, lead, { mode: 0o600 })
  const started = spawn(program, [...args, pathToFileURL(file).href], { detached: true, stdio: 'ignore' })
  started.on('error', () => undefined)
  started.unref()
}

const starters: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
