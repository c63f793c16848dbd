import { join } from 'node:path'
import { type Finding, asFinding } from '@datacortex/errors'
import { readTasks } from '@datacortex/nightshift'
import {
  type Settings,
  createGuardedFetch,
  isRecord,
  jsonOf,
  readSecret,
  readSettings,
  readTextFile,
  spaceFetchOptions,
  writeFileAtomically,
} from '@datacortex/platform'
import {
  type FoundLinks,
  type SavedLink,
  addFound,
  addLinks,
  readReadwise,
  readSaved,
  webAddress,
} from '@datacortex/research'
import { z } from 'zod'
import { placeFor } from '../caller/place-for.ts'
import { spaceError } from '../errors.ts'
import { knownTasks } from '../nightshift/known-tasks.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { operation } from '../operation.ts'
import { dryRun, name, place, written } from '../schema.ts'
import type { Work } from '../work.ts'

export type SavedLinks = {
  readonly file: string
  readonly added: readonly { readonly id: string; readonly url: string; readonly title?: string | undefined }[]
  /** What waits already, or was read. */
  readonly duplicates: readonly string[]
  readonly dry_run?: true | undefined
  readonly undo?: string | undefined
}

const saved = z.looseObject({
  file: z.string(),
  added: z.array(z.looseObject({ url: z.string() })),
  duplicates: z.array(z.string()),
})
const where = { space: name.optional().describe('0-personal if left out.'), dry_run: dryRun }

export const addSavedLinks = operation({
  input: z.strictObject({
    urls: z.array(place).min(1).max(1000).describe('Addresses of http and https.'),
    tags: z.array(name).max(10).optional().describe('What they are about.'),
    priority: z.enum(['A', 'B', 'C']).optional().describe('Those with A are read first.'),
    note: written.optional().describe('Why it was saved.'),
    ...where,
  }),
  output: saved,
  run: async (work, { urls, tags, priority, note, ...rest }): Promise<SavedLinks> => {
    const links = urls.map((given): SavedLink => {
      const url = webAddress(given)
      if (url === undefined)
        throw spaceError('CLI_USAGE', {
          message: `${JSON.stringify(given)} can't be saved: only addresses of http and https without a password are. Nothing was saved.`,
          hint: 'datacortex research add https://example.org/page',
        })
      return { url, tags, priority, note }
    })
    return await save(work, links, rest)
  },
})

export const importSavedLinks = operation({
  input: z.strictObject({
    from: z.array(place).min(1).max(100).describe('Files and folders, or readwise, which is asked for what is new.'),
    ...where,
  }),
  output: saved,
  run: async (work, { from, ...rest }) => {
    const found: FoundLinks = { links: [], read: [], skipped: [], passedOver: 0 }
    let moveOn: (() => Promise<void>) | undefined
    for (const one of from)
      if (one === 'readwise') moveOn = await fromReadwise(work, found)
      else await readSaved(await placeFor(work, one), { found, signal: work.signal })
    const { links, read, skipped, passedOver } = found
    const done = await save(work, links, rest)
    const left = links.length - done.added.length - done.duplicates.length
    if (rest.dry_run !== true && left === 0) await moveOn?.()
    // `left_out` are links that the next import takes.
    return { ...done, read, skipped, passed_over: passedOver, left_out: left }
  },
})

/** Saves what is new at the sources of the settings; one that can't be asked keeps a night from nothing else. */
export async function linksOfNight(work: Work, { nightshift: { sources } }: Settings): Promise<readonly Finding[]> {
  if (sources.length === 0) return []
  // Who allowed these settings saved the links there.
  const asked = importSavedLinks.run({ ...work, caller: { kind: 'user' } }, { from: sources })
  return await asked.then(() => [], asFinding(sources.join(', ')))
}

/** Adds what is new; what is returned remembers how far that was. */
async function fromReadwise({ paths, signal }: Work, found: FoundLinks): Promise<() => Promise<void>> {
  const { network, research } = await readSettings(paths)
  const { readwise_url: base = 'https://readwise.io' } = research
  const token = await readSecret(paths, 'READWISE_TOKEN')
  if (token === undefined)
    throw spaceError('CLI_USAGE', {
      message: 'Readwise can not be asked: the secret READWISE_TOKEN is not there.',
      hint: 'Write it into .datacore/env/READWISE_TOKEN; https://readwise.io/access_token shows it.',
    })
  const file = join(paths.stateDirectory, 'research-readwise.json')
  const kept = await readTextFile(file)
  const known = kept.ok ? jsonOf(kept.text) : undefined
  const cursor = isRecord(known) && typeof known['cursor'] === 'string' ? known['cursor'] : undefined
  const fetch = createGuardedFetch(spaceFetchOptions(paths, network))
  const news = await readReadwise({ fetch, base, token, cursor, now: Date.now, signal })
  addFound(found, { from: 'readwise', format: 'readwise', ...news })
  return async () => {
    await writeFileAtomically(file, `${JSON.stringify({ cursor: news.cursor })}\n`)
  }
}

type Where = { readonly space?: string | undefined; readonly dry_run?: boolean | undefined }

async function save(
  work: Work,
  links: readonly SavedLink[],
  { space: wanted, dry_run: isDry = false }: Where,
): Promise<SavedLinks> {
  const space = await chooseSpaceFolder(work.paths, wanted ?? '0-personal')
  const file = `${space}/org/research_learning.org`
  const known = await knownTasks(work)
  const { ports } = known
  const others: string[] = []
  for (const one of new Set([...(await ports.files()), `${space}/org/inbox.org`]))
    if (one !== file) others.push((await ports.readFile(one).catch(() => undefined)) ?? '')
  const at = Date.now()
  let done = addLinks((await ports.readFile(file)) ?? '', links, { others, at })
  const shown = () => ({
    file,
    added: done.added.map(({ id, url, title }) => ({ id, url, title })),
    duplicates: done.duplicates,
  })
  if (isDry) return { ...shown(), dry_run: true }
  await ports.edit(file, (text) => (done = addLinks(text, links, { others, at })).text)
  const ids = new Set(done.added.map(({ id }) => id))
  // What somebody else brought waits for the user's yes.
  if (work.caller.kind === 'user')
    for (const task of readTasks(done.text, file)) if (ids.has(task.properties['ID'] ?? '')) await ports.approve(task)
  return { ...shown(), undo: known.undoName() }
}
