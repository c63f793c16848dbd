import type { Plugin } from '@datacortex/plugin'
import { afterEach, describe, expect, test } from 'vitest'
import { expectCoded, expectNoSecret, failureOf } from './expect-coded.ts'
import { expectStop } from './expect-stop.ts'
import { expectReadDocument, expectSourceAnswer, expectWritten } from './expect-source-answer.ts'
import type { StartOptions } from './prepare-plugin.ts'
import { providerFailures, providerHangs } from './provider-behaviours.ts'
import type { ProviderHandler } from './provider-server.ts'
import { type StartedSource, secretsOf, startSource } from './start-source.ts'

/** How a provider answers when all is well. */
export type SourceProvider = {
  readonly ok: ProviderHandler
  readonly empty?: ProviderHandler | undefined
  /** The source never sends the query: it asks for everything and searches in that. */
  readonly filters?: boolean | undefined
}

/** Where a source lies, what it is started with, and how its provider answers. */
export type SourceSuiteOptions = StartOptions & {
  /**
   * How the provider answers, with its own addresses in the requests: `ok` with at least one document (or the page,
   * or the text), `empty` with none. Left out by a source that asks no provider. How a provider fails is in the suite.
   */
  readonly server?: SourceProvider | undefined
  /** Finds something with `ok`; `tides` if absent. */
  readonly query?: string | undefined
  /** Finds nothing, for a source without a provider. */
  readonly emptyQuery?: string | undefined
  /** An address that `read` reads with `ok`. */
  readonly reads?: string | undefined
}

/**
 * The suite that every plugin of the kind `source` passes: well-formed documents with stable ids, no more than asked
 * for, the same twice; a coded error whatever its provider does, or when it is aborted, with no secret in it or in
 * the log; only granted hosts; queries sent as they are.
 * @example testSourcePlugin(plugin, { directory, server: { ok: () => Response.json(found), empty: () => Response.json([]) } })
 */
export function testSourcePlugin<Config>(plugin: Plugin<'source', Config>, options: SourceSuiteOptions): void {
  const { server, query = 'tides' } = options
  const ok: ProviderHandler = server?.ok ?? (() => new Response('There is no provider.', { status: 404 }))
  const running: StartedSource[] = []
  const start = async (serve = ok, over: Partial<StartOptions> = {}): Promise<StartedSource> => {
    const source = await startSource(plugin, { ...options, ...over, serve })
    running.push(source)
    return source
  }
  const asks = (source: StartedSource): readonly Ask[] => askings(source, { query, reads: options.reads })
  const { signal } = new AbortController()
  const finish = async (): Promise<void> => {
    const ended = running.splice(0)
    for (const source of ended) await source[Symbol.asyncDispose]()
    expect(
      ended.flatMap(({ refused }) => refused),
      'hosts that were not granted',
    ).toEqual([])
    for (const { logged, manifest } of ended)
      expectNoSecret(logged.join('\n'), Object.values(options.secrets ?? secretsOf(manifest)))
  }

  describe('a plugin of the kind source', () => {
    afterEach(finish)

    test('has the name of its manifest, an entry for the source registry and at least one method', async () => {
      const source = await start()
      expect(plugin).toMatchObject({ name: source.manifest.name, kind: 'source' })
      expect(Object.keys(source.manifest.provides.sources)).not.toEqual([])
      expect(asks(source).length, 'a method; `reads` names an address if the only one is read').toBeGreaterThan(0)
      expect(source.read === undefined || options.reads !== undefined, '`reads`, if there is `read`').toBe(true)
    })

    test('gives well-formed documents, twice the same', async () => {
      const [source, another] = [await start(), await start()]
      const before = asks(source)
      const again = asks(another)
      for (const [index, { method, ask, check }] of before.entries()) {
        const first = await ask(signal)
        check(first)
        expect(await ask(signal), `${method} again`).toEqual(first)
        expect(await again[index]?.ask(signal), `${method} by another one`).toEqual(first)
      }
      expect(server === undefined || source.requests.length > 0, 'the provider was asked').toBe(true)
    })

    test.each([1, 2, 100])('gives at most %i documents when so many are asked for', async (limit) => {
      const { search } = await start()
      const answer = await search?.(query, { signal, limit })
      if (answer === undefined) return
      expectSourceAnswer(answer, { limit })
      expect(answer.documents.length + (answer.answer ?? '').length).toBeGreaterThan(0)
    })

    test('gives no documents when nothing is found', async () => {
      const { search } = await start(server?.empty ?? ok)
      if (search === undefined) return
      expect(server === undefined ? options.emptyQuery : server.empty, 'how nothing is found').toBeDefined()
      const { documents } = await search(options.emptyQuery ?? query, { signal, limit: 5 })
      expect(documents).toEqual([])
    })

    test.each(hostileQueries)('sends the query as it is: %j', async (hostile) => {
      const [usual, source] = [await start(), await start()]
      if (source.search === undefined) return
      await usual.search?.('tides', { signal, limit: 5 })
      expectSourceAnswer(await source.search(hostile, { signal, limit: 5 }), { limit: 5 })
      expect(source.requests.map(shapeOf), 'no parameter, path or field more than usual').toEqual(
        usual.requests.map(shapeOf),
      )
      if (server === undefined || server.filters === true) return
      const sent = source.requests.map(({ url, body }) => `${decoded(url)} ${decoded(body)}`).join(' ')
      expect(sent).toContain('Gezeitenströmung')
    })

    test('refuses addresses that are none of the web, and asks nobody', async () => {
      const { read, requests } = await start()
      if (read === undefined) return
      for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/plain,x', '/etc/passwd', ''])
        expectCoded(await failureOf(read(address, { signal })), { what: address })
      expect(requests).toEqual([])
    })

    test('asks nobody when it is aborted already', async () => {
      const source = await start()
      const aborted = AbortSignal.abort(new Error('too late'))
      for (const { ask } of asks(source)) await expect(ask(aborted)).rejects.toThrow('too late')
      expect(source.requests).toEqual([])
    })

    test('says with a code that a secret is missing which the manifest requires, and asks nobody', async () => {
      const source = await start(ok, { secrets: {} })
      const { required } = source.manifest.requires.env_vars
      if (required.length === 0) return
      for (const { ask, method } of asks(source)) {
        const error = expectCoded(await failureOf(ask(signal)), { what: method })
        expect(`${error.message} ${error.hint}`).toContain(required[0])
        expect(error.details['transient'] ?? false).toBe(false)
      }
      expect(source.requests).toEqual([])
    })
  })

  describe.skipIf(server === undefined)('a source whose provider', () => {
    afterEach(finish)

    test.each(providerFailures)('$name says so with a code', async ({ serve, transient, retryAfterMs }) => {
      const source = await start(serve(ok))
      const secrets = Object.values(options.secrets ?? secretsOf(source.manifest))
      for (const { ask, method } of asks(source)) {
        const error = expectCoded(await failureOf(ask(signal)), { what: method, secrets })
        const { details } = error
        expect(details['transient'] ?? false, error.message).toBe(transient ?? details['transient'] ?? false)
        expect(details['retryAfterMs'], error.message).toBe(retryAfterMs ?? details['retryAfterMs'])
      }
    })

    test.each(providerHangs)('$name: it stops when it is aborted, and lets go', async ({ serve, progress }) => {
      const source = await start(serve(ok))
      for (const { ask, method } of asks(source)) {
        const before = progress(source)
        const reason = new DOMException('The time is over.', 'TimeoutError')
        await expectStop(ask, { begun: () => progress(source) > before, reason, what: method })
      }
      await expect.poll(() => source.open()).toBe(0)
    })
  })
}

type Ask = {
  readonly method: string
  readonly ask: (signal: AbortSignal) => Promise<unknown>
  readonly check: (answer: unknown) => void
}

function askings(
  { search, read, generate }: StartedSource,
  { query, reads }: { query: string; reads: string | undefined },
): readonly Ask[] {
  const asks: Ask[] = []
  const add = <T>(method: string, ask: (signal: AbortSignal) => Promise<T>, check: (answer: T) => void): void =>
    void asks.push({ method, ask, check: (answer) => check(answer as T) })
  if (search !== undefined)
    add(
      'search',
      async (signal) => await search(query, { signal, limit: 5 }),
      (answer) => {
        expectSourceAnswer(answer, { limit: 5 })
        expect(answer.documents.length + (answer.answer ?? '').length, 'it finds something').toBeGreaterThan(0)
      },
    )
  if (read !== undefined && reads !== undefined)
    add('read', async (signal) => await read(reads, { signal }), expectReadDocument)
  const request = {
    instructions: 'Say in a sentence what it is about.',
    material: 'Tides rise and fall.',
    maxTokens: 50,
  }
  if (generate !== undefined) add('generate', async (signal) => await generate(request, { signal }), expectWritten)
  return asks
}

const hostileQueries: readonly string[] = [
  'Gezeitenströmung 潮汐 🌊 ünï',
  'Gezeitenströmung&api_key=x&limit=9999&n=1#x?y=2;z',
  'Gezeitenströmung "exact phrase" AND (a OR b) -not site:example.org title:x *~^ [1 TO 2]',
  'Gezeitenströmung %00 %2e%2e%2f ../../etc {query} ${x} {{x}} \\ " \' < > |',
  'Gezeitenströmung\nHost: example.org\r\n\r\nGET /',
]

/** What of a request a query must not change. */
function shapeOf({ method, url, body }: { method: string; url: string; body: string }): unknown {
  const { host, pathname, searchParams, hash } = new URL(url)
  const fields = body.startsWith('{') ? Object.keys(JSON.parse(body) as object) : []
  return { method, host, depth: pathname.split('/').length, parameters: [...searchParams.keys()], hash, fields }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
