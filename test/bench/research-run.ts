import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createSpace, ownPaths } from '@datacortex/platform'
import type { ResearchConfig } from '@datacortex/research'
import type { Bench, Benchmark } from './measure/benchmark.ts'
import { jsonLines } from './data/json-lines.ts'
import { runProgram } from './measure/run-process.ts'

const pageCount = 100

/**
 * A run of research over a hundred pages on a server of this machine, with the real fetcher, extractor and model: which
 * part of the time is neither fetching, extracting nor embedding, how much memory it takes, and whether every quotation
 * of it and of a suite of topics stands in what was kept.
 */
export const researchRun: Benchmark = {
  name: 'research-run',
  async run(bench) {
    const pages = (await savedPages(bench)) ?? (await writtenPages()).map(({ html }) => html)
    bench.tell(`researching ${pageCount} pages`)
    const large = await research(bench, {
      topic: 'how people plan, buy and use things at home and at work',
      pages: pages.slice(0, pageCount),
    })
    const suite: (readonly [string, Child])[] = []
    for (const [event, topic] of topics) {
      bench.tell(`researching ${topic}`)
      const own = (await writtenPages()).filter((page) => page.event === event)
      suite.push([topic, await research(bench, { topic, pages: own.map(({ html }) => html) })])
    }
    const all = [large, ...suite.map(([, child]) => child)]
    const quotations = all.reduce((sum, child) => sum + child.quotations.all, 0)
    const verified = all.reduce((sum, child) => sum + child.quotations.verified, 0)
    const share = (ms: number): string => `${((100 * ms) / large.ms).toFixed(1)} %`
    return {
      tables: [
        {
          title: `A run over ${Math.min(pages.length, pageCount)} pages, ${large.read} read, ${large.notes} literature notes`,
          columns: ['', 'seconds', 'of the time'],
          rows: [
            ...Object.entries(large.parts).map(([name, ms]) => [name, (ms / 1000).toFixed(1), share(ms)]),
            ['everything else', ((large.ms - large.work) / 1000).toFixed(1), share(large.ms - large.work)],
            ['whole run', (large.ms / 1000).toFixed(1), share(large.ms)],
          ],
        },
        {
          title: 'Quotations checked against what was kept',
          columns: ['topic', 'pages read', 'findings', 'contradictions', 'quotations', 'that stand there'],
          rows: [['100 pages', large] as const, ...suite].map(([topic, child]) => [
            topic,
            ...[child.read, child.findings, child.contradictions, child.quotations.all, child.quotations.verified].map(
              String,
            ),
          ]),
        },
      ],
      checks: [
        {
          what: 'time outside fetching, extracting and embedding',
          value: (100 * (large.ms - large.work)) / large.ms,
          target: { atMost: 10 },
          unit: ' %',
        },
        { what: 'most memory of the process of the run', value: large.peakMb, target: { atMost: 600 }, unit: ' MB' },
        { what: 'quotations', value: quotations, target: { atLeast: 50 } },
        { what: 'quotations that verify', value: (100 * verified) / quotations, target: { atLeast: 100 }, unit: ' %' },
      ],
      notes: ['Parts overlap: pages are read six at a time, and making notes includes their embeddings.'],
    }
  },
}

const topics = [
  ['tide', 'the tidal turbine in the harbour of Sellow'],
  ['comet', 'the comet and who saw it first'],
  ['bread', 'the bread of the bakery and its flour'],
  ['bridge', 'the bridge, its repair and its cost'],
  ['violin', 'the violin and its repair'],
  ['glacier', 'the glacier and its melting'],
] as const

type Child = {
  readonly ms: number
  readonly parts: Readonly<Record<string, number>>
  readonly work: number
  readonly quotations: { readonly all: number; readonly verified: number }
  readonly findings: number
  readonly contradictions: number
  readonly read: number
  readonly notes: number
  readonly peakMb: number
}

async function research(
  bench: Bench,
  { topic, pages }: { readonly topic: string; readonly pages: readonly Buffer[] },
): Promise<Child> {
  await using server = await servePages(pages)
  const paths = ownPaths((await createSpace(await bench.makeFolder())).paths)
  await writeFile(paths.settingsLocalFile, 'network: { per_host_per_minute: 100000 }\n')
  await writeFile(paths.sourcesFile, 'sources: {}\n')
  const config: ResearchConfig = {
    topic,
    urls: pages.map((_, place) => `${server.origin}/page/${place}.html`),
    depth: 'deep',
    podcast: false,
    space: '0-personal',
    threshold: 0,
    maxDocuments: pageCount,
    budget: { usd: 1, calls: 1000, minutes: 30 },
    allowDomains: [],
    denyDomains: [],
  }
  const file = fileURLToPath(new URL('programs/research-run-child.ts', import.meta.url))
  const program = ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning', file]
  const { stdout, probe } = await runProgram([...program, paths.root, server.origin, JSON.stringify(config)], {
    probed: true,
  })
  return { ...(JSON.parse(stdout) as Child), peakMb: probe?.peakRssMb ?? 0 }
}

async function servePages(pages: readonly Buffer[]): Promise<AsyncDisposable & { readonly origin: string }> {
  const server = createServer((request, response) => {
    const place = /^\/page\/(\d+)\.html$/.exec(request.url ?? '')?.[1]
    const page = place === undefined ? undefined : pages[Number(place)]
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Real pages of seven types, if the data folder is there. */
async function savedPages({ dataFolder }: Bench): Promise<readonly Buffer[] | undefined> {
  const folder = dataFolder === undefined ? undefined : join(dataFolder, 'bench', 'wcxb-dev')
  if (folder === undefined || !existsSync(folder)) return undefined
  const rows = (await jsonLines(join(folder, 'pages.jsonl'))) as readonly { readonly id: string }[]
  return await Promise.all(
    rows.map(async ({ id }) => gunzipSync(await readFile(join(folder, 'html', `${id}.html.gz`)))),
  )
}

type WrittenPage = { readonly event: string; readonly html: Buffer }

/** The texts that were written for the benchmark of duplicates, as pages. */
async function writtenPages(): Promise<readonly WrittenPage[]> {
  const file = fileURLToPath(new URL('../fixtures/dedup/documents.jsonl', import.meta.url))
  const documents = (await jsonLines(file)) as readonly {
    readonly id: string
    readonly title: string
    readonly text?: string
  }[]
  return documents.flatMap(({ id, title, text }) => {
    if (text === undefined) return []
    const paragraphs = text.split(/\n\s*\n/).map((paragraph) => `<p>${escape(paragraph)}</p>`)
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head><body><nav>Home | News | About</nav><article><h1>${escape(title)}</h1>${paragraphs.join('\n')}</article><footer>All rights reserved</footer></body></html>`
    return [{ event: id.split(/[-/]/)[0] ?? id, html: Buffer.from(html) }]
  })
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
