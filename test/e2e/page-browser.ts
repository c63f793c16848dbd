import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type Watched, expectUsable, newWindow, settled } from './browser.ts'
import { environment } from './environment.ts'
import { runJson } from './one-process.ts'
import { program } from './run-datacortex.ts'
import { makeFolder } from './temporary-folder.ts'

/** The page of a space, opened as people open it. */
export type OpenedPage = {
  readonly origin: string
  readonly root: string
  /** What the command printed: it signs in once. */
  readonly link: string
  /** A link for another window. */
  readonly anotherLink: () => Promise<string>
  /** Another window, signed in. */
  readonly signedIn: (options?: Partial<Parameters<typeof newWindow>[0]>) => Promise<Watched>
}

/** Opens the page of a space before the tests of a file, after `prepare`, and ends it after them. */
export function useOpenPage(
  rootOf: () => string | Promise<string>,
  prepare: (root: string) => Promise<unknown> = async () => await Promise.resolve(),
): () => OpenedPage {
  let server: ChildProcess | undefined
  let opened: OpenedPage | undefined
  beforeAll(async () => {
    const root = await rootOf()
    await prepare(root)
    const args = [program, 'open', '--no-browser', '--json', '--root', root]
    server = spawn(process.execPath, args, { env: environment(root), stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = await once(server.stdout ?? server, 'data')
    const { url } = JSON.parse(String(line)) as { readonly url: string }
    opened = openedPage(root, url)
  })
  afterAll(async () => {
    server?.kill('SIGTERM')
    if (server !== undefined) await once(server, 'exit')
  })
  return () => {
    if (opened === undefined) throw new Error('The page is opened in beforeAll.')
    return opened
  }
}

/** The same of a new folder, which `prepare` makes a space; what lies beside it is removed with it. */
export function useOpenPageOfNew(prepare: (root: string) => Promise<unknown>): () => OpenedPage {
  let folder = ''
  afterAll(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return useOpenPage(async () => {
    folder = await makeFolder()
    const root = join(folder, 'desk')
    await mkdir(root)
    return root
  }, prepare)
}

function openedPage(root: string, link: string): OpenedPage {
  const { origin } = new URL(link)
  const anotherLink = async (): Promise<string> =>
    ((await runJson(['open', '--no-browser'], { cwd: root })) as { readonly url: string }).url
  const signedIn: OpenedPage['signedIn'] = async (options = {}) => {
    const watched = await newWindow({ origin, ...options })
    onTestFinished(async () => await watched.context.close())
    await watched.page.goto(await anotherLink())
    await watched.page.getByRole('heading', { name: 'Find', level: 1 }).waitFor()
    return watched
  }
  return { origin, root, link, anotherLink, signedIn }
}

/** Opens addresses in a narrow and dark window, and fails with what keeps somebody from using one of them. */
export async function expectFitting({ signedIn, origin }: OpenedPage, addresses: readonly string[]): Promise<void> {
  for (const isDark of [true, false]) {
    const { page, wrongs } = await signedIn({ width: 320, isDark })
    for (const where of addresses) {
      await page.goto(`${origin}/app/${where}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(page)
      await expectUsable(page, `${where} at 320 pixels, ${isDark ? 'dark' : 'light'}`)
    }
    expect(wrongs).toEqual([])
  }
}
