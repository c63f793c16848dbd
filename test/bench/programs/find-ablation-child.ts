import { join } from 'node:path'
import { findRules } from '../data/find-rules.ts'
import type { CorpusName } from '../data/corpus-space.ts'
import type { RoutingSet } from '../data/routing-sets.ts'
import { switchable } from '../measure/switched-off.ts'

// The ranking is loaded behind the hook.
const { switchOff } = switchable(findRules)
const [{ openBench }, { productRouter }, { rememberingEmbedder }, { outcomesOf, quality, auroc }, sets, labels, space] =
  await Promise.all([
    import('../measure/open-bench.ts'),
    import('../baselines/routing-rankers.ts'),
    import('../measure/remembering-embedder.ts'),
    import('../measure/ranking-quality.ts'),
    import('../data/routing-sets.ts'),
    import('../data/labelled-queries.ts'),
    import('../data/corpus-space.ts'),
  ])
const { openFinder } = await import('@datacortex/registry/find')
const { readAgentsToFind } = await import('@datacortex/modules')

await using bench = openBench((line) => console.error(line))
const { dataFolder = '' } = bench
const embedder = rememberingEmbedder(bench.embedder, (line) => bench.tell(line))
const folder = join(dataFolder, 'bench')
// Every sixth of MetaTool, whose requests stand together by what they are for.
const everySixth = ({ queries, ...set }: RoutingSet): RoutingSet => ({
  ...set,
  queries: queries.filter((_, index) => index % 6 === 0),
})
const routing = {
  MetaTool: everySixth(await sets.described(folder, 'MetaTool')),
  LiveMCP: await sets.described(folder, 'LiveMCP'),
  CLINC150: await sets.clinc(folder, { seed: 1, examples: 10, queries: 400 }),
  'CLINC150, half': await sets.clinc(folder, { seed: 1, examples: 3, everyOther: true, queries: 400 }),
  BANKING77: await sets.banking(folder, { seed: 1, examples: 10, queries: 400 }),
}
await embedder.learn(Object.values(routing).flatMap(({ queries }) => queries.map(({ query }) => query)))

async function figures(): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {}
  const areas: number[] = []
  for (const corpus of Object.keys(space.corpora) as CorpusName[]) {
    const { paths } = await space.corpusSpace(corpus, { dataFolder, folder: await bench.makeFolder(), embedder })
    await using finder = await openFinder(paths, {
      openEmbedder: () => Promise.resolve(embedder),
      readAgents: readAgentsToFind,
    })
    const outcomes = await outcomesOf(
      async (query) => {
        const { results } = await finder.find(query, { top: 10, minScore: 0 })
        return {
          places: results.map(({ id, same_as: copies = [] }) => [id, ...copies]),
          confidence: results[0]?.score ?? 0,
        }
      },
      await labels.labelledQueries(dataFolder, corpus),
    )
    found[corpus] = quality('accuracy@1', outcomes, 'both')
    areas.push(auroc(outcomes))
  }
  found['AUROC'] = areas.reduce((sum, value) => sum + value, 0) / areas.length
  for (const [name, { agents, queries }] of Object.entries(routing)) {
    await using router = await productRouter(agents, { folder: await bench.makeFolder(), embedder })
    let [first, among] = [0, 0]
    for (const { query, gold } of queries) {
      const { ids } = await router(query)
      first += gold.includes(ids[0] ?? '') ? 1 : 0
      among += gold.filter((id) => ids.includes(id)).length / gold.length
    }
    found[name] = first / queries.length
    if (name === 'LiveMCP') found['LiveMCP@5'] = among / queries.length
  }
  return found
}

for (const name of [undefined, ...findRules.map((rule) => rule.name)]) {
  switchOff(name)
  bench.tell(`asking ${name === undefined ? 'with all rules' : `without: ${name}`}`)
  console.log(JSON.stringify({ off: name ?? null, figures: await figures() }))
}
