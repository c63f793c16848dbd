import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownBlocks } from '@datacortex/content'
import { CodedError } from '@datacortex/errors'
import { openKnowledgeExtractor } from '@datacortex/knowledge-extractor'
import { type SpacePaths, createGuardedFetch, createWritesBroker } from '@datacortex/platform'
import type { Writer } from '@datacortex/plugin'
import { openSources } from '@datacortex/sources'
import type { ResearchPorts } from '../research-ports.ts'

/** Of every run against the server. */
function now(): number {
  return Date.parse('2026-11-22T10:15:00Z')
}

/** What a program of the tests tells about each thing that happens in a run. */
export type Moment = (label: string) => void

/**
 * Ports that do all for real against a server on loopback: sources of `sources.yaml`, pages, a model, files, notes.
 * Dispose them.
 *
 * @param options - `moment` hears of every hook, page, write and step of progress before it happens.
 */
export async function loopbackPorts(
  paths: SpacePaths,
  { origin, host, moment }: LoopbackOptions,
): Promise<ResearchPorts & AsyncDisposable> {
  const fetch = createGuardedFetch({ allowPrivate: [host] })
  const sources = await openSources(paths, {
    loadSource: (module) => Promise.reject(new Error(`no module ${module}`)),
    fetch,
    secret: () => Promise.resolve(undefined),
    now,
    defaults: {},
    userDirectory: join(paths.root, 'user'),
  })
  const broker = createWritesBroker({ root: paths.root, grants: ['0-personal/**'] })
  const write: ResearchPorts['writes']['write'] = async (request, options) => {
    moment(`before ${request.path}`)
    const written = await broker.write(request, options)
    moment(`after ${request.path}`)
    return written
  }
  const writes: ResearchPorts['writes'] = {
    plan: broker.plan,
    write,
    // One by one, as a kill amid them leaves them.
    writeAll: async (requests, options) => {
      const written: Awaited<ReturnType<typeof write>>[] = []
      for (const request of requests) written.push(await write(request, options))
      return written
    },
  }
  const writer: Writer = {
    generate: async ({ material = '', schema }, { signal }) => {
      // Of what the run asks, only the words of a report have findings.
      const path = JSON.stringify(schema).includes('findings') ? 'write' : 'digest'
      const response = await fetch(`${origin}/${path}`, { method: 'POST', body: material, signal })
      const json: unknown = await response.json()
      moment(`answer ${path}`)
      return { text: JSON.stringify(json), json, model: 'test', cost_usd: 0.02 }
    },
  }
  return {
    paths,
    sources,
    readPage: async (url, { signal }) => {
      moment(`page ${url}`)
      const response = await fetch(`${origin}/?page=${encodeURIComponent(url)}`, { signal })
      if (!response.ok) throw new CodedError('PAGE_GONE', `${url} answered ${response.status}.`)
      const text = await response.text()
      const title = text.slice(2, text.indexOf('\n'))
      return { documents: [{ id: '', title, text, blocks: markdownBlocks(text), authors: [], url }], findings: [] }
    },
    openExtractor: (run, { writes: noteWrites, writer: runWriter }) =>
      openKnowledgeExtractor({
        paths,
        space: '0-personal',
        writes: noteWrites,
        writer: runWriter,
        run,
        now,
        subAgents: { accepts: () => undefined, extract: () => Promise.reject(new Error('nothing is extracted')) },
      }),
    writes,
    readFile: async (path) => {
      try {
        return await readFile(join(paths.root, path), 'utf8')
      } catch {
        return undefined
      }
    },
    hooks: {
      emit: (point) => {
        moment(`hook ${point}`)
        return Promise.resolve([])
      },
    },
    writer,
    onProgress: ({ phase, done, total }) => moment(`progress ${phase} ${done}/${total}`),
    now,
    [Symbol.asyncDispose]: async () => await sources[Symbol.asyncDispose](),
  }
}

/** Where the server is, and what is told. */
export type LoopbackOptions = {
  readonly origin: string
  readonly host: string
  readonly moment: Moment
}
