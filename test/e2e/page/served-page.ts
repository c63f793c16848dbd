import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type Watched, newWindow } from '../browser.ts'
import { environment } from '../environment.ts'
import { runJson } from '../one-process.ts'
import { program } from '../run-datacortex.ts'
import { useSampleSpaceWithNotes } from '../sample-space.ts'

type WindowOptions = Partial<Parameters<typeof newWindow>[0]>

/** The page of a space of its own, which `datacortex open` shows. */
export type ServedPage = {
  readonly root: string
  readonly origin: string
  /** A link that signs in once. */
  readonly anotherLink: () => Promise<string>
  /** Another window, signed in, which is closed after the test. */
  readonly signedIn: (options?: WindowOptions) => Promise<Watched>
  /** Ends the server as Ctrl-C does. */
  readonly stop: () => Promise<void>
  /** Starts it again where it was. */
  readonly restart: () => Promise<void>
}

/** Serves a page for the tests of a file. `prepare`: puts more into the space before it is indexed. */
export function useServedPage(prepare: (root: string) => Promise<void>): () => ServedPage {
  const space = useSampleSpaceWithNotes()
  let served: ServedPage | undefined
  beforeAll(async () => {
    const { root } = space()
    await prepare(root)
    await runJson(['index'], { cwd: root })
    served = await startPage(root)
  })
  afterAll(async () => await served?.stop())
  return () => {
    if (served === undefined) throw new Error('It is asked for before the tests begin.')
    return served
  }
}

async function startPage(root: string): Promise<ServedPage> {
  let server: ChildProcess | undefined
  const start = async (port: string): Promise<string> => {
    const args = [program, 'open', '--no-browser', '--json', '--port', port, '--root', root]
    server = spawn(process.execPath, args, { env: environment(root), stdio: ['ignore', 'pipe', 'ignore'] })
    return await openLink(server)
  }
  const stop = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null) return
    const exit = once(server, 'exit')
    server.kill('SIGTERM')
    await exit
  }
  const { origin, port } = new URL(await start('0'))
  const anotherLink = async (): Promise<string> =>
    ((await runJson(['open', '--no-browser'], { cwd: root })) as { readonly url: string }).url
  return {
    root,
    origin,
    anotherLink,
    signedIn: async (options = {}) => {
      const watched = await newWindow({ origin, ...options })
      onTestFinished(async () => await watched.context.close())
      await watched.page.goto(await anotherLink())
      await watched.page.getByRole('heading', { name: 'Find', level: 1 }).waitFor()
      return watched
    },
    stop,
    restart: async () => void (await start(port)),
  }
}

/** The link that a server prints as people get it. */
export async function openLink(child: ChildProcess): Promise<string> {
  const [line] = (await once(child.stdout ?? child, 'data')) as [unknown]
  return (JSON.parse(String(line)) as { readonly url: string }).url
}
