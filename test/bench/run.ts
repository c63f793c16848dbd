import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { listModels } from '@datacortex/embeddings'
import { userPaths } from '@datacortex/platform'
import { type Benchmark, type Report, type Skipped, reaches } from './measure/benchmark.ts'
import { describeMachine } from './measure/machine.ts'
import { openBench } from './measure/open-bench.ts'
import { machineLine, reportLines } from './measure/print-report.ts'

// Loaded when they run. The import comes first: its space serves the others.
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  'embed-speed': async () => (await import('./embed-speed.ts')).embedSpeed,
  'import-speed': async () => (await import('./import-speed.ts')).importSpeed,
  'sync-speed': async () => (await import('./sync-speed.ts')).syncSpeed,
  'find-quality': async () => (await import('./find-quality.ts')).findQuality,
  'find-ablation': async () => (await import('./find-ablation.ts')).findAblation,
  'find-constants': async () => (await import('./find-constants.ts')).findConstants,
  'find-judge': async () => (await import('./find-judge.ts')).findJudge,
  'find-speed': async () => (await import('./find-speed.ts')).findSpeed,
  'find-scale': async () => (await import('./find-scale.ts')).findScale,
  'find-cold': async () => (await import('./find-cold.ts')).findCold,
  'route-quality': async () => (await import('./route-quality.ts')).routeQuality,
  'route-speed': async () => (await import('./route-speed.ts')).routeSpeed,
  'memory-index': async () => (await import('./memory-index.ts')).memoryIndex,
  'memory-speed': async () => (await import('./memory-speed.ts')).memorySpeed,
  'memory-engines': async () => (await import('./memory-engines.ts')).memoryEngines,
  'memory-quality': async () => (await import('./memory-quality.ts')).memoryQuality,
  'mind-recall': async () => (await import('./mind-recall.ts')).mindRecall,
  'mind-evidence': async () => (await import('./mind-recall.ts')).mindEvidence,
  'mind-hooks': async () => (await import('./mind-recall.ts')).mindHooks,
  'dynamic-agents': async () => (await import('./dynamic-agents.ts')).dynamicAgents,
  'directory-find': async () => (await import('./directory-find.ts')).directoryFind,
  'directory-verify': async () => (await import('./directory-verify.ts')).directoryVerify,
  'directory-quality': async () => (await import('./directory-quality.ts')).directoryQuality,
  'directory-relays': async () => (await import('./directory-relays.ts')).directoryRelays,
  'context-speed': async () => (await import('./context-speed.ts')).contextSpeed,
  'serve-speed': async () => (await import('./serve-speed.ts')).serveSpeed,
  'a2a-load': async () => (await import('./a2a-load.ts')).a2aLoad,
  'mcp-speed': async () => (await import('./mcp-speed.ts')).mcpSpeed,
  'mcp-stdio': async () => (await import('./mcp-stdio.ts')).mcpStdio,
  queue: async () => (await import('./queue.ts')).queueSpeed,
  'log-append': async () => (await import('./log-append.ts')).logAppend,
  nightshift: async () => (await import('./nightshift.ts')).nightshift,
  'night-workers': async () => (await import('./night-workers.ts')).nightWorkers,
  'chain-register': async () => (await import('./chain-register.ts')).chainRegister,
  'contract-gas': async () => (await import('./contract-gas.ts')).contractGas,
  'pdf-speed': async () => (await import('./pdf-speed.ts')).pdfSpeed,
  'extract-articles': async () => (await import('./extract-articles.ts')).extractArticles,
  'extract-pages': async () => (await import('./extract-pages.ts')).extractPages,
  'export-cards': async () => (await import('./export-cards.ts')).exportCardsSpeed,
  'dedup-quality': async () => (await import('./dedup-quality.ts')).dedupQuality,
  'research-run': async () => (await import('./research-run.ts')).researchRun,
  'podcast-speed': async () => (await import('./podcast-speed.ts')).podcastSpeed,
  install: async () => (await import('./install.ts')).install,
  'before-after': async () => (await import('./before-after.ts')).beforeAfter,
  'search-sources': async () => (await import('./search-sources.ts')).searchSources,
  'ingest-speed': async () => (await import('./ingest-speed.ts')).ingestSpeed,
  growth: async () => (await import('./growth.ts')).growth,
  'search-scale': async () => (await import('./search-scale.ts')).searchScale,
  'vault-embed': async () => (await import('./vault-embed.ts')).vaultEmbed,
  'page-speed': async () => (await import('./page-speed.ts')).pageSpeed,
  'vault-scale': async () => (await import('./vault-scale.ts')).vaultScale,
  reflect: async () => (await import('./reflect.ts')).reflectQuality,
  'summary-quality': async () => (await import('./summary-quality.ts')).summaryQuality,
  'note-quality': async () => (await import('./note-quality.ts')).noteQuality,
}
const names = Object.keys(benchmarks)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, model: { type: 'string' } },
})
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exitCode = 2
} else if (
  values.model !== undefined &&
  !listModels(userPaths().cache, { model: values.model }).some(({ name, here }) => name === values.model && here)
) {
  console.error(`The model ${values.model} is not on this machine: datacortex model pull ${values.model}`)
  process.exitCode = 2
} else {
  await runAll(names.filter((name) => positionals.length === 0 || positionals.includes(name)))
}

async function runAll(chosen: readonly string[]): Promise<void> {
  const machine = describeMachine()
  const reports: Record<string, Report | Skipped> = {}
  await using bench = openBench((line) => console.error(line), values.model)
  const { modelId, reranker } = bench.embedder
  console.log(
    `${machineLine(machine)}\nmodel ${modelId}${reranker === undefined ? '' : `, ranked anew by ${reranker.name}`}\n`,
  )
  for (const name of chosen) {
    const benchmark = await benchmarks[name]?.()
    if (benchmark === undefined) continue
    const report = await benchmark.run(bench)
    reports[name] = report
    console.log(reportLines(name, report).join('\n'))
  }
  const checks = Object.values(reports).flatMap((report) => ('checks' in report ? report.checks : []))
  console.log(`${checks.filter(reaches).length} of ${checks.length} targets reached`)
  if (values.json !== undefined) {
    const measuredAt = new Date().toISOString()
    await writeFile(values.json, `${JSON.stringify({ machine, measuredAt, reports }, undefined, 2)}\n`)
  }
}
