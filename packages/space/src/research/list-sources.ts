import { ownPaths, readSettings } from '@datacortex/platform'
import type { RegisteredSource, Sources } from '@datacortex/sources'
import { z } from 'zod'
import { sourceCommand } from '../caller/space-commands.ts'
import { operation } from '../operation.ts'
import { openSpaceSources } from '../parts/open-space-sources.ts'
import { waitingWants } from '../trust/space-wants.ts'
import type { Work } from '../work.ts'

export const listSources = operation({
  input: z.strictObject({}),
  output: z.looseObject({ sources: z.array(z.looseObject({ id: z.string(), skipped: z.string().optional() })) }),
  run: async (work) => {
    const paths = ownPaths(work.paths)
    await using sources = await sourcesOf({ ...work, paths })
    const states = await Promise.all(
      (['search', 'research', 'gather', 'synthesize'] as const).map(async (layer) => await sources.eligible(layer)),
    )
    const waiting = await waitingWants(work.paths, ['sources'])
    const reasons = new Map([
      ...waiting.map(
        ({ name }) => [name.replace('sources.', ''), `it waits for your word: datacortex trust allow ${name}`] as const,
      ),
      ...(await notStarted(work, sources.all)),
      ...states.flatMap(({ skipped }) => skipped.map(({ source, reason }) => [source, reason] as const)),
    ])
    return {
      sources: sources.all.map(({ id, type, layers, description, authority, cost_per_call }) => {
        // `skipped`: why it takes no part.
        return { id, type, layers, description, authority, cost_per_call, skipped: reasons.get(id) }
      }),
      findings: sources.findings,
    }
  },
})

/** Those that are asked only once somebody said yes to the command that they start, or never. */
async function notStarted({ paths }: Work, sources: readonly RegisteredSource[]) {
  const starting = sources.filter(({ mcp }) => mcp?.command !== undefined)
  const reasons = starting.map(async (source) => {
    const { state, refusal } = await sourceCommand(paths, source)
    if (refusal !== undefined) return [[source.id, `its command is never started: ${refusal}`] as const]
    if (state === 'approved') return []
    return [[source.id, `its command waits for your yes: datacortex source approve ${source.id}`] as const]
  })
  return (await Promise.all(reasons)).flat()
}

/** All of them, also those that wait for a word, without asking which may be asked now. */
export async function everySource(work: Work): Promise<readonly RegisteredSource[]> {
  await using sources = await sourcesOf({ ...work, paths: ownPaths(work.paths) })
  return sources.all
}

export async function sourcesOf(work: Work): Promise<Sources> {
  const [{ modules }, settings] = await Promise.all([work.catalogue(), readSettings(work.paths)])
  return await openSpaceSources(work, { modules: modules.modules, settings })
}
