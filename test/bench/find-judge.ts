import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openSpace } from '@datacortex/space'
import { type CorpusName, corpora } from './data/corpus-space.ts'
import { type LabelledQuery, labelledQueries } from './data/labelled-queries.ts'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { mean, quantile } from './measure/distribution.ts'

/** What a model that judges adds to the ranking: one that is right, wrong, silly, slow or off, scripted on this machine. */
export const findJudge: Benchmark = {
  name: 'find-judge',
  async run(bench) {
    const { dataFolder } = bench
    if (dataFolder === undefined) return dataAbsent
    const measured: Measured[] = []
    for (const corpus of Object.keys(corpora) as CorpusName[]) {
      const queries = (await labelledQueries(dataFolder, corpus)).filter(({ gold }) => gold !== null)
      for (const judge of ['none', ...judges] as const) {
        bench.tell(`asking ${queries.length} queries (${corpus}), judged by: ${judge}`)
        measured.push({ corpus, judge, ...(await ask(bench, { corpus, judge, queries })) })
      }
    }
    return reportOf(measured)
  },
}

const judges = ['right', 'wrong', 'not offered', 'prose', 'slow', 'off', 'right, asked again'] as const
type Judge = 'none' | (typeof judges)[number]
type Outcome = { readonly right: number; readonly asked: number; readonly noted: number; readonly ms: number }
type Measured = Outcome & { readonly corpus: CorpusName; readonly judge: Judge }
type Asked = { readonly corpus: CorpusName; readonly judge: Judge; readonly queries: readonly LabelledQuery[] }

async function ask(bench: Bench, { corpus, judge, queries }: Asked): Promise<Outcome> {
  const { paths } = await bench.space(corpus)
  const golden = new Map(queries.map(({ query, gold, also }) => [query, [gold, ...also]]))
  const server = createServer((request, response) => {
    void text(request).then((body) => answer(response, { judge, body, golden }))
  })
  server.listen(judge.startsWith('right') ? rightPort : 0, '127.0.0.1')
  await once(server, 'listening')
  rightPort = judge === 'right' ? (server.address() as AddressInfo).port : rightPort
  const { port } = server.address() as AddressInfo
  if (judge === 'off') server.close()
  const chat = { api: 'openai', base_url: `http://127.0.0.1:${port}`, model: 'scripted', max_attempts: 1 }
  const settings = { writer: 'writer-chat', plugins: { 'writer-chat': chat }, find: { judge_ms: 100 } }
  await writeFile(paths.settingsFile, JSON.stringify(settings))
  const outcomes: {
    readonly isRight: boolean
    readonly asked: boolean
    readonly noted: boolean
    readonly ms: number
  }[] = []
  {
    await using space = await openSpace(paths.root, {
      isTrusted: true,
      bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
      openModel: () => Promise.resolve(bench.embedder),
    })
    for (const { query } of queries) {
      const startedAt = performance.now()
      const said = await space.find({ task: query, top: 1, min_score: 0, judge: judge === 'none' ? undefined : true })
      const [first] = said.results
      outcomes.push({
        isRight: [first?.id, ...(first?.same_as ?? [])].some((id) => golden.get(query)?.includes(id ?? '') === true),
        asked: said.judge?.is_cached === false,
        noted: said.findings.length > 0,
        ms: performance.now() - startedAt,
      })
    }
  }
  server.closeAllConnections()
  server.close()
  return {
    right: mean(outcomes.map(({ isRight }) => (isRight ? 1 : 0))),
    asked: outcomes.filter(({ asked }) => asked).length,
    noted: outcomes.filter(({ noted }) => noted).length,
    ms: quantile(
      outcomes.map(({ ms }) => ms),
      0.5,
    ),
  }
}

/** Where the model was that was asked first: of another address the same question is another one. */
let rightPort = 0

type Said = {
  readonly judge: Judge
  readonly body: string
  readonly golden: ReadonlyMap<string, readonly (string | null)[]>
}

function answer(response: ServerResponse, { judge, body, golden }: Said): void {
  if (judge === 'slow') return
  const ids = [...body.matchAll(/\\"id\\":\\"([^"\\]+)\\"/g)].map(([, id = '']) => id)
  const right = [...golden].find(([query]) => body.includes(JSON.stringify(JSON.stringify(query)).slice(1, -1)))?.[1]
  const chosen: Readonly<Partial<Record<Judge, unknown>>> = {
    right: { agent: ids.find((id) => right?.includes(id)) ?? null },
    wrong: { agent: ids.findLast((id) => right?.includes(id) !== true) ?? null },
    'not offered': { agent: 'chosen-by-itself' },
    prose: 'I would say the first one.',
  }
  const said = chosen[judge] ?? chosen.right
  const content = typeof said === 'string' ? said : JSON.stringify(said)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ model: 'scripted', choices: [{ message: { content }, finish_reason: 'stop' }] }))
}

function reportOf(all: readonly Measured[]): Report {
  const rows = (['none', ...judges] as const).map((judge) => {
    const own = all.filter((one) => one.judge === judge)
    const right = own.map((one) => one.right)
    return [
      judge === 'none' ? 'no judge' : judge,
      ...[...right, mean(right)].map((value) => value.toFixed(3)),
      ...[own.map(({ asked }) => asked), own.map(({ noted }) => noted)].map((counts) =>
        String(counts.reduce((a, b) => a + b, 0)),
      ),
      mean(own.map(({ ms }) => ms)).toFixed(1),
    ]
  })
  const columns = ['judge', ...Object.keys(corpora), 'mean', 'model answered', 'notes', 'p50 ms']
  return {
    tables: [{ title: 'Right first, by what a scripted model says', columns, rows }],
    checks: checksOf(all),
    notes: [],
  }
}

/** Nothing that goes wrong with a model makes the answer worse than without it. */
function checksOf(all: readonly Measured[]): Report['checks'] {
  const by = (judge: Judge): number => mean(all.filter((one) => one.judge === judge).map(({ right }) => right))
  return (['not offered', 'prose', 'slow', 'off'] as const).map((judge) => ({
    what: `${judge}: right first beyond no judge`,
    value: by(judge) - by('none'),
    target: { atLeast: 0 },
  }))
}
