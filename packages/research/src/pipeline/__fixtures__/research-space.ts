import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openKnowledgeExtractor } from '@datacortex/knowledge-extractor'
import { type SpacePaths, createSpace, createWritesBroker, ownPaths, spacePaths } from '@datacortex/platform'
import { entry, openTestSources } from '@datacortex/sources/fixtures'
import { onTestFinished } from 'vitest'
import type { ResearchConfig } from '../research-options.ts'
import type { ResearchPorts } from '../research-ports.ts'
import { readTestPage, tideSources } from './tide-sources.ts'

/** The topic of the sources. */
export const topic = 'tidal power plant at Northbay'

/** What a run of the tests is begun with. */
export const config: ResearchConfig = {
  topic,
  urls: [],
  depth: 'standard',
  podcast: false,
  space: '0-personal',
  threshold: 0.6,
  maxDocuments: 20,
  budget: { usd: 1, calls: 100, minutes: 10 },
  allowDomains: [],
  denyDomains: [],
}

/** The time at which every run of the tests is begun. */
export const begunAt: number = Date.parse('2026-11-22T10:15:00Z')

const sourcesYaml = `sources:\n${entry('journals', ['cost_per_call: 0.01', 'authority: high'])}${entry('web')}${entry('metrics')}${entry('broken')}`

/**
 * A space with sources, and ports that do for real what a program would: files, notes, runs.
 *
 * @param onEnd - Where it is removed; without one it is after the test.
 */
export async function researchSpace(
  over: Partial<ResearchPorts> = {},
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<{
  readonly paths: SpacePaths
  readonly ports: ResearchPorts
  readonly asked: string[]
  readonly read: (path: string) => Promise<string>
}> {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-research-'))
  onEnd(async () => await rm(root, { recursive: true, force: true }))
  await createSpace(root)
  const paths = ownPaths(spacePaths(root))
  await mkdir(dirname(paths.sourcesFile), { recursive: true })
  await writeFile(paths.sourcesFile, sourcesYaml)
  const asked: string[] = []
  const modules = Object.fromEntries(
    Object.entries(tideSources).map(([name, source]) => [
      name,
      {
        search: (query: string, options: Parameters<NonNullable<typeof source.search>>[1]) => {
          asked.push(name)
          return source.search?.(query, options) ?? Promise.reject(new Error('it does not search'))
        },
      },
    ]),
  )
  const sources = await openTestSources(paths, modules, {}, onEnd)
  const broker = createWritesBroker({ root, grants: ['0-personal/**'] })
  const readText = async (path: string): Promise<string | undefined> => {
    try {
      return await readFile(join(root, path), 'utf8')
    } catch {
      return undefined
    }
  }
  const ports: ResearchPorts = {
    paths,
    sources,
    readPage: async (url) => {
      asked.push(url)
      return await readTestPage(url)
    },
    openExtractor: (run, { writes: noteWrites, writer }) =>
      openKnowledgeExtractor({
        paths,
        space: '0-personal',
        writes: noteWrites,
        writer,
        run,
        now: () => begunAt,
        subAgents: { accepts: () => undefined, extract: () => Promise.reject(new Error('nothing is extracted')) },
      }),
    writes: broker,
    readFile: readText,
    localNotes: () =>
      Promise.resolve([
        {
          path: '0-personal/3-knowledge/zettel/Northbay.md',
          title: 'Northbay',
          text: 'The tidal power plant at Northbay has a capacity of 300 megawatts.',
        },
      ]),
    now: () => begunAt,
    ...over,
  }
  return { paths, ports, asked, read: async (path) => (await readText(path)) ?? '' }
}
