import type { Directory, DirectoryAnswer, Plugin, PublishedAgent } from '@datacortex/plugin'
import { afterEach, describe, expect, test } from 'vitest'
import { failureOf } from './expect-coded.ts'
import type { StartOptions } from './prepare-plugin.ts'
import { startPlugin } from './start-plugin.ts'

/** What a directory lists is published by a real server of the test: a site, a chain, a relay. */
export type DirectoryPlace = AsyncDisposable &
  Pick<StartOptions, 'network'> & {
    /** Settings of the plugin that name the server. */
    readonly settings: object
  }

/** Where a directory lies, and the servers that it is tried on. */
export type DirectorySuiteOptions = Pick<StartOptions, 'directory'> & {
  /** A server that publishes at least three agents. */
  readonly start: () => Promise<DirectoryPlace>
  /** One that answers, and with nothing that can be read. */
  readonly broken: () => Promise<DirectoryPlace>
  /** Words that some of the agents have. */
  readonly query: string
  /** An address of the right form that nothing is published at. */
  readonly unknown: (place: DirectoryPlace) => string
}

/**
 * The suite that every plugin of the kind `directory` passes: well-formed records, each once and the same twice; pages
 * that end and lose nothing; what is found is what is listed; `show` gives what is listed; what can't be read is a
 * failure with its address, a code and a reason; aborting stops it.
 * @example testDirectoryPlugin(plugin, { directory, start, broken, query: 'tides', unknown: () => 'https://…/none.json' })
 */
export function testDirectoryPlugin<Config>(plugin: Plugin<'directory', Config>, options: DirectorySuiteOptions): void {
  let opened = new AsyncDisposableStack()
  const open = async (make: () => Promise<DirectoryPlace>) => {
    const place = opened.use(await make())
    const { settings, network } = place
    return Object.assign(opened.use(await startPlugin(plugin, { directory: options.directory, settings, network })), {
      place,
    })
  }
  const { signal } = new AbortController()
  afterEach(async () => {
    await opened.disposeAsync()
    opened = new AsyncDisposableStack()
  })

  describe('a directory', () => {
    test('lists well-formed records, each once, the same twice', async () => {
      const directory = await open(options.start)
      const { agents, failures } = await directory.list({ signal, limit: 1000 })
      expect(failures).toEqual([])
      expect(agents.length).toBeGreaterThanOrEqual(3)
      for (const agent of agents) expectRecord(agent)
      expect(new Set(agents.map(({ id }) => id)).size).toBe(agents.length)
      const again = await directory.list({ signal, limit: 1000 })
      expect(byId(again.agents)).toEqual(byId(agents))
    })

    test('gives pages that end and lose nothing, and after them nothing anew', async () => {
      const directory = await open(options.start)
      const whole = await directory.list({ signal, limit: 1000 })
      const { agents, cursor } = await pagesOf(directory, signal)
      expect(byId(agents)).toEqual(byId(whole.agents))
      if (cursor === undefined) return
      const later = await directory.list({ signal, limit: 1000, since: cursor })
      // A directory that counts in seconds gives what came in the last one again.
      expect(byId([...agents, ...later.agents])).toEqual(byId(whole.agents))
    })

    test('finds what it lists, and no more than asked for', async () => {
      const directory = await open(options.start)
      const { agents } = await directory.list({ signal, limit: 1000 })
      const found = await directory.find(options.query, { signal, limit: 1000 })
      expect(found.agents.length).toBeGreaterThan(0)
      const listed = new Set(agents.map(({ id }) => id))
      expect(found.agents.filter(({ id }) => !listed.has(id))).toEqual([])
      expect((await directory.find(options.query, { signal, limit: 1 })).agents).toHaveLength(1)
    })

    test('shows what it lists, and of what is not there nothing', async () => {
      const directory = await open(options.start)
      const [first] = (await directory.list({ signal, limit: 1000 })).agents
      expect(await directory.show?.(first?.id ?? '', { signal })).toMatchObject({ id: first?.id, hash: first?.hash })
      expect(await directory.show?.(options.unknown(directory.place), { signal })).toBeUndefined()
    })

    test('says of what can not be read where it is and why', async () => {
      const directory = await open(options.broken)
      const { agents, failures } = await directory.list({ signal, limit: 1000 })
      expect(agents).toEqual([])
      expect(failures.length).toBeGreaterThan(0)
      for (const { at, code, message } of failures) {
        expect(at).not.toBe('')
        expect(code).toMatch(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/)
        expect(message).toMatch(/\w.*\.$/s)
      }
    })

    test('stops when it is aborted', async () => {
      const directory = await open(options.start)
      const reason = new Error('enough')
      const aborted = AbortSignal.abort(reason)
      expect(await failureOf(directory.list({ signal: aborted, limit: 1000 }))).toBe(reason)
      expect(await failureOf(directory.find(options.query, { signal: aborted, limit: 1000 }))).toBe(reason)
    })
  })
}

function expectRecord({ id, name, description, hash, links = [], ratings = [], proofs = [] }: PublishedAgent): void {
  expect(id).toMatch(/^(?:naddr1|nevent1|https?:\/\/|eip155:)\S+$/)
  expect(name.trim()).not.toBe('')
  expect(description).toBeTypeOf('string')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  for (const link of links) expect(link.trim()).not.toBe('')
  for (const { scale, by } of ratings) expect([scale[0] < scale[1], by !== '']).toEqual([true, true])
  for (const { checked } of proofs) expect(checked).toMatch(/\w.*\.$/s)
}

async function pagesOf(
  directory: Directory,
  signal: AbortSignal,
): Promise<{ readonly agents: readonly PublishedAgent[]; readonly cursor: string | undefined }> {
  const agents: PublishedAgent[] = []
  let answer: DirectoryAnswer = { agents: [], failures: [] }
  for (let pages = 0; pages < 1000; pages += 1) {
    answer = await directory.list({ signal, limit: 1, since: answer.cursor })
    agents.push(...answer.agents)
    if (answer.more !== true) return { agents, cursor: answer.cursor }
  }
  throw new Error('its pages do not end')
}

function byId(agents: readonly PublishedAgent[]): Readonly<Record<string, string>> {
  return Object.fromEntries(agents.map(({ id, hash }) => [id, hash] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
