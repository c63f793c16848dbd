// Works on a run of research with the real fetcher and model: `node research-run-child.ts ROOT ORIGIN CONFIG`. Prints
// its result and how long each part took.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedder } from '@datacortex/embeddings'
import { openKnowledgeExtractor, runSubAgents } from '@datacortex/knowledge-extractor'
import { createWritesBroker, ownPaths, spacePaths, userPaths } from '@datacortex/platform'
import { discoverModules, openSubAgents } from '@datacortex/modules'
import { type ResearchConfig, type ResearchPorts, runResearch, showRun } from '@datacortex/research'
import { openSources } from '@datacortex/sources'
import { Stopwatch } from '../measure/stopwatch.ts'

const [root = '', origin = '', json = '{}'] = process.argv.slice(2)
const { signal } = new AbortController()
const paths = ownPaths(spacePaths(root))
const watch = new Stopwatch()
const conditions = ['@datacortex/source']
const { modules } = await discoverModules(paths, {
  bundledDirectory: fileURLToPath(new URL('../../../plugins', import.meta.url)),
})
await using embedder = openEmbedder({ cacheDir: userPaths().cache })
// Loading the model is no part of a run.
await embedder.embed(['load the model'])
await using agents = openSubAgents({
  paths,
  modules,
  network: [new URL(origin).host],
  timeoutMs: 60_000,
  memoryMb: 1024,
  conditions,
})
await using sources = await openSources(paths, {
  loadSource: () => Promise.reject(new Error('There are no sources.')),
  secret: () => Promise.resolve(undefined),
  fetch: () => Promise.reject(new Error('Nobody is asked.')),
  now: Date.now,
  defaults: {},
})
const subAgents = {
  accepts: () => 'url-fetcher',
  extract: async (...[, input, options]: Parameters<Parameters<typeof runSubAgents>[1]['subAgents']['extract']>) =>
    (await agents.extract(input, options)).extraction,
}
const embed: ResearchPorts['embed'] = async (texts, options) =>
  await watch.time('embedding', async () => await embedder.embed(texts, options))
const broker = createWritesBroker({ root, grants: ['0-personal/**'] })
const ports: ResearchPorts = {
  paths,
  sources,
  embed,
  readPage: async (url, options) =>
    await watch.time('fetching and extracting pages', async () => {
      const input = { contentType: 'text/uri-list', name: url, url, bytes: new Uint8Array() }
      return await runSubAgents(input, { subAgents, signal: options.signal })
    }),
  openExtractor: (run, { writes }) => {
    const extractor = openKnowledgeExtractor({ paths, space: '0-personal', subAgents, writes, embed, run })
    return {
      ...extractor,
      extract: async (input, options) =>
        await watch.time('extracting notes', async () => await extractor.extract(input, options)),
    }
  },
  writes: broker,
  readFile: async (path) => await readFile(join(root, path), 'utf8').catch(() => undefined),
}
const config = JSON.parse(json) as ResearchConfig
const startedAt = performance.now()
const result = await runResearch(config, ports, { signal })
const ms = performance.now() - startedAt
const shown = await showRun(paths, result.run)
const { findings, literature_notes: notes, sources: listed } = result
process.stdout.write(
  JSON.stringify({
    ms,
    parts: watch.parts(),
    work: watch.busyMs(),
    quotations: shown.quotations,
    steps: shown.steps,
    findings: findings.length,
    contradictions: result.contradictions.length,
    read: listed.filter(({ status }) => !/^(?:failed|left out)/.test(status)).length,
    notes: notes.length,
    failed: listed.flatMap(({ status }) => (status.startsWith('failed') ? [status] : [])),
  }),
)
