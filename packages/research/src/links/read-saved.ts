import { basename } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { readTextFile, walkFiles } from '@datacortex/platform'
import { researchError } from '../errors.ts'
import { type ReadLinks, readLinks } from './read-links.ts'
import type { SavedLink } from './saved-link.ts'

/** What was found in files and folders, or by asking Readwise. */
export type FoundLinks = {
  readonly links: SavedLink[]
  /** What each is. */
  readonly read: { readonly from: string; readonly format: string; readonly links: number }[]
  /** Files of folders that are none of these. */
  readonly skipped: { readonly from: string; readonly reason: string }[]
  /** Entries without an address of the web, or read and put away there. */
  passedOver: number
}

const mostBytes = 32_000_000
const mostFiles = 10_000

/**
 * Adds the links of a file or folder. What a person names has to be known; in a folder other files may lie, too.
 * @throws `RESEARCH_LINKS_UNREADABLE`
 * @example await readSaved('bookmarks.html', { found, signal })
 */
export async function readSaved(
  path: string,
  { found, signal }: { readonly found: FoundLinks; readonly signal: AbortSignal },
): Promise<void> {
  const ignore = ['.git', 'node_modules', '.obsidian', '.trash']
  let count = 0
  for await (const entry of walkFiles(path, { ignore, isClosed: true, signal })) {
    const isNamed = entry.path === path
    const from = isNamed || entry.kind === 'skipped' ? basename(entry.path) : entry.relativePath
    const result = entry.kind === 'file' ? await readOne(entry.path).catch(codedError) : unreadable(from, entry.reason)
    if ((count += 1) > mostFiles) found.skipped.push({ from: path, reason: `it has more than ${mostFiles} files` })
    else if (CodedError.is(result) && isNamed) throw result
    else if (CodedError.is(result) && /\.(?:html?|json|csv|md)$/i.test(from))
      found.skipped.push({ from, reason: result.message })
    else if (!CodedError.is(result)) addFound(found, { from, ...result })
    if (count > mostFiles) return
  }
}

/**
 * Takes up what was read of one place.
 * @example addFound(found, { from: 'readwise', format: 'readwise', links, passedOver: 0 })
 */
export function addFound(
  found: FoundLinks,
  { from, format, links, passedOver }: ReadLinks & { readonly from: string },
): void {
  found.read.push({ from, format, links: links.length })
  for (const link of links) found.links.push(link)
  found.passedOver += passedOver
}

async function readOne(path: string): Promise<ReadLinks> {
  const read = await readTextFile(path, { maxBytes: mostBytes })
  if (!read.ok) throw unreadable(basename(path), read.reason)
  return await readLinks(read.text, { name: basename(path) })
}

function unreadable(name: string, reason: string): CodedError {
  return researchError('RESEARCH_LINKS_UNREADABLE', { name, reason: reason.replace(/\.$/, '') })
}
