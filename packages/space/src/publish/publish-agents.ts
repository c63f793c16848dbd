import { resolve } from 'node:path'
import type { Exported, ExportSource } from '@datacortex/export'
import { exportAgents, exportCards, exportCatalog, exportFinder, exportRegistrations } from '@datacortex/export'
import { dynamicError } from '@datacortex/dynamic-agents'
import { exportedAs } from '@datacortex/importers'
import { z } from 'zod'
import { type WithDynamic, catalogueWith } from '../dynamic/catalogue-with.ts'
import { keptPrimers, ownAgents } from '../agents/primers.ts'
import { type AskedFor, operation } from '../operation.ts'
import { placeInside } from '../caller/place-for.ts'
import { isByHand } from '../caller/caller.ts'
import { dryRun, exact, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { contentOptions, fileContent } from './file-content.ts'

/** What was written, and what is to be mended. */
export type Published = Exported & {
  /** The folder, absolute. */
  readonly out: string
  readonly dry_run?: true | undefined
}

const output = z.looseObject({ files: z.array(z.string()), written: z.array(z.string()) })

const target = { out: exact.describe('A folder, of the space if it is not absolute.'), dry_run: dryRun }

const ids = z.array(name).max(100_000).optional().describe('All that are in use if left out.')

const dynamic = flag('Also agents that agents made, which are refused without it.')

const replace = flag('Whether files that are there with another content are written anew.')

const publishTarget = { ...target, ids, dynamic, url: exact.describe('Where they are published.') }

export const publishCards = operation({
  input: z.strictObject({
    ...publishTarget,
    sign: z.array(exact).max(100).optional().describe('Files of private keys.'),
    protocol: z.enum(['1.0', '0.3']).optional().describe('Of A2A.'),
  }),
  output,
  run: async (work, { url, sign, protocol: version, ...asked }): Promise<Published> => {
    const { ids, source } = await exportSource(work, asked)
    return publishedAs(await exportCards(work.paths, { ...source, ids, url, sign, version }), source)
  },
})

export const publishCatalog = operation({
  input: z.strictObject({
    ...publishTarget,
    publisher: exact.optional().describe('A name.'),
    search_url: exact.optional().describe('Where it is searched.'),
  }),
  output,
  run: async (work, { url, publisher: displayName, search_url: searchUrl, ...asked }): Promise<Published> => {
    const { ids, source } = await exportSource(work, asked)
    const publisher = displayName === undefined ? undefined : { displayName }
    return publishedAs(await exportCatalog(work.paths, { ...source, ids, url, searchUrl, publisher }), source)
  },
})

export const publishRegistrations = operation({
  input: z.strictObject({ ...publishTarget, ...fileContent }),
  output,
  run: async (work, { url, ...asked }): Promise<Published> => {
    const { ids, source } = await exportSource(work, asked)
    return publishedAs(await exportRegistrations(work.paths, { ...source, ids, url, ...contentOptions(asked) }), source)
  },
})

export const exportAgentFiles = operation({
  input: z.strictObject({
    ...target,
    ids,
    dynamic,
    host: z.enum(exportedAs).describe('For whom.'),
    name: name.optional().describe('Of the plugin, if not that of the space.'),
    replace,
  }),
  output,
  run: async (work, { host: assistant, name: plugin, replace, ...asked }): Promise<Published> => {
    const { ids, source } = await exportSource(work, asked)
    return publishedAs(await exportAgents(work.paths, { ...source, ids, assistant, name: plugin, replace }), source)
  },
})

export const exportFinderSkill = operation({
  input: z.strictObject({ ...target, replace }),
  output,
  run: async (work, { replace, ...asked }): Promise<Published> => {
    const { source } = await exportSource(work, asked)
    const primers = await keptPrimers(work, ownAgents([...(await work.catalogue()).registry.agents.values()]))
    return publishedAs(await exportFinder(work.paths, { ...source, replace, primers }), source)
  },
})

type Chosen = AskedFor<typeof target> & AskedFor<{ readonly ids: typeof ids; readonly dynamic: typeof dynamic }>

async function exportSource(
  work: Work,
  { out, dry_run: isDry, ids: wanted, dynamic: isDynamic = false }: Chosen,
): Promise<{ readonly ids: Chosen['ids']; readonly source: ExportSource }> {
  const { paths, bundledDirectory, signal, onProgress } = work
  const folder = resolve(paths.root, out)
  // What misled an assistant chooses no folder of the machine.
  if (!isByHand(work)) await placeInside(paths, folder)
  const common = { out: folder, dryRun: isDry, signal, onProgress, bundledDirectory }
  const { dynamic: made, idOf, ...catalogue } = await catalogueWith(work, wanted ?? [])
  if (!isDynamic) refuseDynamic({ dynamic: made }, { needsEntry: false })
  // A slash would be a folder of what is published.
  const shown = (id: string): string => (made.has(id) ? idOf(id).replaceAll('/', '.') : idOf(id))
  const known = [...catalogue.registry.agents].filter(([, one]) => one.dynamic === undefined)
  const added = [...made].map(([id, one]) => [shown(id), { ...one.agent, id: shown(id) }] as const)
  const registry = { ...catalogue.registry, agents: new Map([...known, ...added]) }
  return { ids: wanted?.map(shown), source: { ...common, catalogue: { ...catalogue, registry } } }
}

/** Throws `DYNAMIC_NOT_EXPORTED` for the first agent that another one made. */
export function refuseDynamic(
  { dynamic: made }: Pick<WithDynamic, 'dynamic'>,
  { needsEntry }: { readonly needsEntry: boolean },
): void {
  const [agent] = made.keys()
  if (agent !== undefined) throw dynamicError('DYNAMIC_NOT_EXPORTED', { agent, needsEntry })
}

function publishedAs(exported: Exported, { out, dryRun: isDry }: ExportSource): Published {
  return { ...exported, out, ...(isDry === true ? { dry_run: true } : {}) }
}
