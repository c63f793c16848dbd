import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { spacePaths } from '@datacortex/platform'
import type { Source } from '@datacortex/plugin'
import { onTestFinished } from 'vitest'
import type { Sources } from '../sources/open-sources.ts'
import { openSources } from '../sources/open-sources.ts'
import type { SourcePorts } from '../sources/source-ports.ts'

/** A new space with a `sources.yaml`, removed after the test. */
export async function sourcesSpace(yaml: string): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-sources-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = spacePaths(root)
  await mkdir(dirname(paths.sourcesFile), { recursive: true })
  await writeFile(paths.sourcesFile, yaml)
  return paths
}

/** Sources by the name of their module, opened with ports that tests need; ended after the test. */
export async function openTestSources(
  paths: SpacePaths,
  modules: Readonly<Record<string, Source>>,
  over: Partial<SourcePorts> = {},
): Promise<Sources> {
  const sources = await openSources(paths, {
    loadSource: (module) => {
      const source = modules[module]
      return source === undefined ? Promise.reject(new Error(`no module ${module}`)) : Promise.resolve(source)
    },
    fetch: () => Promise.reject(new Error('nobody is asked')),
    secret: () => Promise.resolve(undefined),
    now: Date.now,
    random: () => 0,
    defaults: {},
    userDirectory: join(paths.root, 'user'),
    ...over,
  })
  onTestFinished(async () => await sources[Symbol.asyncDispose]())
  return sources
}

/** An entry of a plugin's source, with further lines. */
export function entry(id: string, lines: readonly string[] = []): string {
  const fields = ['type: api', `module: source-${id}`, `tool: ${id}_search`, 'layers: [search, research]']
  const all = [...fields, 'content_type: documents', 'description: A source', ...lines]
  return `  ${id}:\n${all.map((line) => `    ${line}\n`).join('')}`
}

/** A source that gives the same documents each time, after some time. */
export function fixedSource(
  titles: readonly string[],
  { delayMs = 0, host = 'tides.example' }: { readonly delayMs?: number; readonly host?: string } = {},
): Source {
  return {
    search: async () => {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      return {
        documents: titles.map((title, index) => ({
          id: `d${index}`,
          title,
          url: `https://${host}/${encodeURIComponent(title)}`,
          snippet: `${title}. About the tides of the sea.`,
        })),
      }
    },
  }
}
