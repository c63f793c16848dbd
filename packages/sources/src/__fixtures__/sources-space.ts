import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import type { Source } from '@datacortex/plugin'
import { onTestFinished } from 'vitest'
import { type Sources, openSources } from '../open-sources.ts'
import type { SourcePorts } from '../source-ports.ts'

const openedAt = Date.UTC(2026, 1, 3, 12)

/** A new space with a `sources.yaml`, removed after the test. */
export async function sourcesSpace(yaml: string): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-sources-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(root))
  await mkdir(dirname(paths.sourcesFile), { recursive: true })
  await writeFile(paths.sourcesFile, yaml)
  return paths
}

/** Sources by the name of their module, opened with ports that tests need; ended after the test, or where `onEnd` says. */
export async function openTestSources(
  paths: SpacePaths,
  modules: Readonly<Record<string, Source>>,
  over: Partial<SourcePorts> = {},
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Sources> {
  const sources = await openSources(paths, {
    loadSource: (module) => {
      const source = modules[module]
      return source === undefined ? Promise.reject(new Error(`no module ${module}`)) : Promise.resolve(source)
    },
    fetch: () => Promise.reject(new Error('nobody is asked')),
    secret: () => Promise.resolve(undefined),
    now: () => openedAt,
    // Below its range: between two attempts there is no pause.
    random: () => -0.5,
    defaults: {},
    userDirectory: join(paths.root, 'user'),
    ...over,
  })
  onEnd(async () => await sources[Symbol.asyncDispose]())
  return sources
}

/** An entry of a plugin's source, with further lines. */
export function entry(id: string, lines: readonly string[] = []): string {
  const fields = ['type: api', `module: source-${id}`, `tool: ${id}_search`, 'layers: [search, research]']
  const all = [...fields, 'content_type: documents', 'description: A source', ...lines]
  return `  ${id}:\n${all.map((line) => `    ${line}\n`).join('')}`
}

/** A source that gives the same documents each time. */
export function fixedSource(
  titles: readonly string[],
  { host = 'tides.example' }: { readonly host?: string } = {},
): Source {
  return {
    search: () =>
      Promise.resolve({
        documents: titles.map((title, index) => ({
          id: `d${index}`,
          title,
          url: `https://${host}/${encodeURIComponent(title)}`,
          snippet: `${title}. About the tides of the sea.`,
        })),
      }),
  }
}

/** A source that never answers, when it was asked so often, and whether it was told to stop. */
export function hangingSource(times = 1): {
  readonly source: Source
  readonly asked: Promise<void>
  readonly isStopped: () => boolean
} {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  let count = 0
  let isStopped = false
  const search: Source['search'] = async (_, options) => {
    options.signal.addEventListener('abort', () => (isStopped = true))
    count += 1
    if (count === times) resolve()
    return await new Promise(() => undefined)
  }
  return { source: { search }, asked, isStopped: () => isStopped }
}
