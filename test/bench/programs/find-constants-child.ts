import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownSections } from '../data/own-sections.ts'
import { switchable } from '../measure/switched-off.ts'

// Two numbers of the ranking, read while the program runs from what is set below.
const file = 'registry/src/find/rank/rank-agents.ts'
const { switchOff } = switchable([
  { name: 'given', file, from: 'decay * weight', off: 'globalThis.given.decay * weight' },
  { name: 'given', file, from: 'findWeights.text * textScore', off: 'globalThis.given.words * textScore' },
])
const [{ openBench }, { rememberingEmbedder }, { importAndIndex }, { openFinder }, { createSpace, ownPaths }] =
  await Promise.all([
    import('../measure/open-bench.ts'),
    import('../measure/remembering-embedder.ts'),
    import('../data/corpus-space.ts'),
    import('@datacortex/registry/find'),
    import('@datacortex/platform'),
  ])
const { readAgentsToFind } = await import('@datacortex/modules')

await using bench = openBench((line) => console.error(line))
const embedder = rememberingEmbedder(bench.embedder, (line) => bench.tell(line))
const sections = ownSections()
const source = await bench.makeFolder()
await mkdir(join(source, 'agents'))
for (const [index, { description, body }] of sections.entries())
  await writeFile(
    join(source, 'agents', `s${String(index)}.md`),
    `---\nname: s${String(index)}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`,
  )
const paths = ownPaths((await createSpace(await bench.makeFolder())).paths)
await importAndIndex(paths, { source, format: 'claude', embedder })
await embedder.learn(sections.map(({ heading }) => heading))
await using finder = await openFinder(paths, {
  openEmbedder: () => Promise.resolve(embedder),
  readAgents: readAgentsToFind,
})

switchOff('given')
for (const decay of [0, 0.25, 0.5, 2 / 3, 0.8, 1])
  for (const words of [0, 0.1, 0.2, 0.25, 0.3, 0.5]) {
    Reflect.set(globalThis, 'given', { decay, words })
    let mrr = 0
    for (const [index, { heading }] of sections.entries()) {
      const { results } = await finder.find(heading, { top: 10, minScore: 0 })
      const place = results.findIndex(({ id }) => id === `s${String(index)}`)
      mrr += place < 0 ? 0 : 1 / (place + 1)
    }
    console.log(JSON.stringify({ decay, words, requests: sections.length, mrr: mrr / sections.length }))
  }
