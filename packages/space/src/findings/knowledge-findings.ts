import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, CodedError, asFinding, errorFinding, infoFinding, warningFinding } from '@datacortex/errors'
import type { Settings, SpacePaths } from '@datacortex/platform'
import { ifRefused, readSettings, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import type { Catalogue } from '@datacortex/modules'
import { count } from '@datacortex/wording'
import type { Work } from '../work.ts'
import { openSpaceSources } from '../parts/open-space-sources.ts'

/** What is to be mended before content is ingested and sources are asked. */
export async function knowledgeFindings(
  work: Pick<Work, 'paths' | 'openLog'>,
  { catalogue }: { readonly catalogue: Catalogue },
): Promise<readonly Finding[]> {
  const { paths } = work
  const parts = [
    async () => await sourceFindings(work, catalogue),
    async () => moduleFindings(await readSettings(paths), catalogue),
    async () => await runsFindings(paths),
    async () => await textFindings(paths, catalogue),
    async () => await orgFindings(paths, catalogue),
  ]
  const found: Finding[] = []
  for (const part of parts) found.push(...(await part().catch(asFinding('sources'))))
  return found
}

async function sourceFindings(work: Pick<Work, 'paths' | 'openLog'>, { modules }: Catalogue) {
  const settings = await readSettings(work.paths)
  await using sources = await openSpaceSources(work, { modules: modules.modules, settings })
  const layers = await Promise.all([sources.eligible('search'), sources.eligible('research')])
  const reasons = new Map(
    layers.flatMap(({ skipped }) => skipped.map(({ source, reason }) => [source, reason] as const)),
  )
  const skipped = [...reasons].map(([source, reason]) => ({ source, reason }))
  const names = skipped.map(({ source }) => source)
  const idle: Finding = infoFinding('SOURCES_IDLE', names.join(', '), {
    message: `these sources take no part yet; ${skipped[0]?.source}: ${skipped[0]?.reason}`,
    hint: 'datacortex source list',
  })
  return [...sources.findings, ...(skipped.length === 0 ? [] : [idle])]
}

function moduleFindings({ writer, speech, ingest }: Settings, { modules }: Catalogue): readonly Finding[] {
  const known = new Set(modules.modules.map(({ name }) => name))
  const missing = (name: string, key: string): readonly Finding[] =>
    known.has(name)
      ? []
      : [
          warningFinding('SETTINGS_MODULE_MISSING', key, {
            message: `${key} of the settings names the module ${name}, which is not there`,
            hint: 'datacortex module list',
          }),
        ]
  return [
    ...(writer === undefined ? [] : missing(writer, 'writer')),
    ...speech.flatMap((name) => missing(name, 'speech')),
    ...ingest.readers.flatMap((name) => missing(name, 'ingest.readers')),
  ]
}

/** Only the summaries of these are found by their words. */
async function textFindings(paths: SpacePaths, { registry }: Catalogue): Promise<readonly Finding[]> {
  if ((await readSettings(paths)).ingest.text === 'none') return []
  const { notesWithoutText } = await import('@datacortex/knowledge-extractor')
  const { personal, org } = registry.knowledgeLocations
  const spaces = (await readdir(paths.root)).filter((name) => /^\d+-/.test(name))
  const notes = await Promise.all(
    spaces.map(async (space) => await notesWithoutText(paths, { space, locations: { personal, org } })),
  )
  const lacking = [...new Set(notes.flat())]
  return lacking.length === 0
    ? []
    : [
        infoFinding('KNOWLEDGE_TEXTS_MISSING', lacking[0] ?? '', {
          message: `${count(lacking.length, 'note')} of sources ${lacking.length === 1 ? 'was' : 'were'} made without the whole text, so only what stands in the note is found`,
          hint: 'Ingest the sources again (`source` of each note): that adds the text and nothing else.',
        }),
      ]
}

async function runsFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  const { listRuns } = await import('@datacortex/research')
  const runs = await listRuns(paths).catch(unreadableRuns)
  if ('code' in runs) return [runs]
  return runs
    .filter(({ state }) => state === 'interrupted')
    .map(({ id, topic }) =>
      warningFinding('RESEARCH_INTERRUPTED', id, {
        message: `the research on "${topic}" was stopped before its end`,
        hint: `datacortex research resume ${id}`,
      }),
    )
}

/** What else is to be mended is reported all the same. */
function unreadableRuns(error: unknown): Finding {
  if (systemErrorCode(error) === undefined || CodedError.is(error)) throw error
  return errorFinding('RESEARCH_RUNS_UNREADABLE', '.datacore/state/research', {
    message: `whether research waits to be gone on with is not known: ${systemErrorReason(error)}`,
    hint: 'Put the folder back, or remove what is in its place.',
  })
}

async function orgFindings(paths: SpacePaths, { registry }: Catalogue): Promise<readonly Finding[]> {
  const { readOrg } = await import('@datacortex/research')
  const places = Object.entries(registry.knowledgeLocations.personal ?? {})
    .filter(([, path]) => path.endsWith('.org'))
    .map(([, path]) => path)
  const files = new Set([...places, '0-personal/org/inbox.org', '0-personal/org/research_learning.org'])
  const found: Finding[] = []
  for (const path of files) {
    const text = await readFile(join(paths.root, path), 'utf8').catch(ifRefused(''))
    for (const { line, message } of readOrg(text).problems)
      found.push(
        warningFinding('ORG_DRAWER_BROKEN', `${path}:${line}`, {
          message,
          hint: 'Add the missing :END: line; until then no properties are written there.',
        }),
      )
  }
  return found
}
