import { localServer } from '@datacortex/sources/fixtures'
import { pages, tideSources } from './tide-sources.ts'

/** Sources, pages and a language model on loopback, which count what they are asked. */
export type TideServer = Awaited<ReturnType<typeof localServer>> & {
  /** `search journals`, `page https://…`, `write`, `digest # Title` to how often. */
  readonly asked: Map<string, number>
}

/**
 * Serves what the test sources find, the pages they name, and a model that words the first finding.
 *
 * @param over - Pages by address that replace or join those of the fixture.
 * @param onEnd - Where it ends; without one it does after the test.
 */
export async function tideServer(
  over: Readonly<Record<string, string>> = {},
  onEnd?: (end: () => Promise<void>) => void,
): Promise<TideServer> {
  const asked = new Map<string, number>()
  const texts = { ...pages, ...over }
  const server = await localServer((request, response, body) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const page = searchParams.get('page')
    const source = tideSources[`source-${pathname.slice(1)}`]
    const count = (what: string): void => void asked.set(what, (asked.get(what) ?? 0) + 1)
    const send = (value: unknown): void => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(value))
    }
    if (page !== null) {
      count(`page ${page}`)
      const text = texts[page]
      response.statusCode = text === undefined ? 404 : 200
      response.end(text)
    } else if (pathname === '/write') {
      count('write')
      send(worded(body))
    } else if (pathname === '/digest') {
      count(`digest ${body.slice(0, body.indexOf('\n'))}`)
      send(digested(body))
    } else if (source?.search !== undefined) {
      count(`search ${pathname.slice(1)}`)
      const { signal } = new AbortController()
      source.search(searchParams.get('q') ?? '', { signal, limit: 10 }).then(
        ({ documents }) => send({ documents }),
        () => response.writeHead(404).end(),
      )
    } else response.writeHead(404).end()
  }, onEnd)
  return { ...server, asked }
}

/** What a model makes of the material: words of its own for the first finding, with its proof. */
function worded(body: string): unknown {
  const { findings = [] } = JSON.parse(body) as {
    findings?: readonly { readonly id: string; readonly quotations: readonly { readonly id: string }[] }[]
  }
  const [first] = findings
  return {
    opening: 'What the sources say of the tidal power plant at Northbay.',
    findings:
      first === undefined
        ? []
        : [{ id: first.id, text: 'The plant is described.', evidence: first.quotations.map(({ id }) => id) }],
  }
}

/** What a model makes of a page: a summary, and its first sentences as insights. */
function digested(body: string): unknown {
  const quotes = body.match(/[A-Z][^.\n]{40,}\./g) ?? []
  return {
    summary: quotes.slice(0, 1).map((quote) => ({ sentence: `It says: ${quote}`, quote })),
    insights: quotes.slice(0, 3).map((quote) => ({ statement: `It says: ${quote}`, quote })),
    zettels: [],
    tasks: [],
  }
}

/** The registry of a space that asks this server: one source is paid for. */
export function tideRegistry(origin: string): string {
  const entry = (id: string, lines: readonly string[] = []): string =>
    [
      `  ${id}:`,
      ...['type: api', 'tool: http', 'layers: [search, research]', 'content_type: documents', ...lines].map(
        (line) => `    ${line}`,
      ),
      `    request: { url: '${origin}/${id}?q={query}&n={limit}' }`,
      `    response: { items: '$.documents[*]', title: title, url: url, id: id, text: snippet, published: publishedAt, doi: workIds.doi }`,
      '',
    ].join('\n')
  return `sources:\n${entry('journals', ['cost_per_call: 0.01', 'authority: high'])}${entry('web')}${entry('gone')}`
}
