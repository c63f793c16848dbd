import { basename, join } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { readTasks } from '@datacortex/nightshift'
import {
  createGuardedFetch,
  isRecord,
  jsonOf,
  readSecret,
  readSettings,
  readTextFile,
  spaceFetchOptions,
  walkFiles,
  writeFileAtomically,
} from '@datacortex/platform'
import { type SavedLink, addLinks, readLinks, readReadwise, researchError, webAddress } from '@datacortex/research'
import { z } from 'zod'
import { placeFor } from '../caller/place-for.ts'
import { spaceError } from '../errors.ts'
import { knownTasks } from '../nightshift/known-tasks.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { operation } from '../operation.ts'
import { dryRun, name, place, written } from '../schema.ts'
import type { Work } from '../work.ts'

/** Links that a night reads, in an org file. */
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
    urls: z.array(place).min(1).max(1000),
    tags: z.array(name).max(10).optional(),
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

/** What an import found, beside what it saved. */
export type ImportedLinks = SavedLinks & {
  /** What each file is. */
  readonly read: readonly { readonly from: string; readonly format: string; readonly links: number }[]
  /** Files of folders that are none of these. */
  readonly skipped: readonly { readonly from: string; readonly reason: string }[]
  /** Entries without an address of the web, or read and put away there. */
  readonly passed_over: number
  /** Links that the next import takes. */
  readonly left_out: number
}

const mostBytes = 32_000_000
const mostFiles = 10_000

export const importSavedLinks = operation({
  input: z.strictObject({
    from: z.array(place).min(1).max(100).describe('Files and folders, or readwise, which is asked for what is new.'),
    ...where,
  }),
  output: saved,
  run: async (work, { from, ...rest }): Promise<ImportedLinks> => {
    const found: Found = { links: [], read: [], skipped: [], passedOver: 0 }
    let moveOn: (() => Promise<void>) | undefined
    for (const one of from)
      if (one === 'readwise') moveOn = await fromReadwise(work, found)
      else await fromPlace(work, await placeFor(work, one), found)
    const { links, read, skipped, passedOver } = found
    const done = await save(work, links, rest)
    const left = links.length - done.added.length - done.duplicates.length
    if (rest.dry_run !== true && left === 0) await moveOn?.()
    return { ...done, read, skipped, passed_over: passedOver, left_out: left }
  },
})

type Found = {
  readonly links: SavedLink[]
  readonly read: ImportedLinks['read'][number][]
  readonly skipped: ImportedLinks['skipped'][number][]
  passedOver: number
}

/** What a person names has to be known; in a folder other files may lie, too. */
async function fromPlace({ signal }: Work, path: string, found: Found): Promise<void> {
  let count = 0
  for await (const entry of walkFiles(path, {
    ignore: ['.git', 'node_modules', '.obsidian', '.trash'],
    isClosed: true,
    signal,
  })) {
    const isNamed = entry.path === path
    if ((count += 1) > mostFiles) {
      found.skipped.push({ from: path, reason: `it has more than ${mostFiles} files` })
      return
    }
    const result =
      entry.kind === 'skipped' ? unreadable(entry.path, entry.reason) : await readOne(entry.path).catch(codedError)
    const from = isNamed ? basename(path) : entry.kind === 'file' ? entry.relativePath : basename(entry.path)
    if (CodedError.is(result)) {
      if (isNamed) throw result
      if (/\.(?:html?|json|csv|md)$/i.test(from)) found.skipped.push({ from, reason: result.message })
      continue
    }
    found.read.push({ from, format: result.format, links: result.links.length })
    found.links.push(...result.links)
    found.passedOver += result.passedOver
  }
}

async function readOne(path: string): ReturnType<typeof readLinks> {
  const read = await readTextFile(path, { maxBytes: mostBytes })
  if (!read.ok) throw unreadable(path, read.reason)
  return await readLinks(read.text, { name: basename(path) })
}

function unreadable(path: string, reason: string): CodedError {
  return researchError('RESEARCH_LINKS_UNREADABLE', { name: basename(path), reason: reason.replace(/\.$/, '') })
}

/** Adds what is new; what is returned remembers how far that was. */
async function fromReadwise({ paths, signal }: Work, found: Found): Promise<() => Promise<void>> {
  const { network, research } = await readSettings(paths)
  const { readwise_url: own } = research
  const host = own === undefined ? undefined : new URL(own)
  const sentTo = host === undefined ? [] : [`${host.hostname}:${host.port || (host.protocol === 'https:' ? 443 : 80)}`]
  const token = await readSecret(paths, 'READWISE_TOKEN', { sentTo })
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
  const news = await readReadwise({ fetch, base: own ?? 'https://readwise.io', token, cursor, now: Date.now, signal })
  found.read.push({ from: 'readwise', format: 'readwise', links: news.links.length })
  found.links.push(...news.links)
  found.passedOver += news.passedOver
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
