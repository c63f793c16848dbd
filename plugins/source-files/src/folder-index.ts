import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { orAborted, readTextFile, walkFiles, ifRefused } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import MiniSearch from 'minisearch'
import { isTellingWord, wordsOf } from '@datacortex/text'
import { filesError } from './errors.ts'
import type { FilesSettings } from './files-settings.ts'
import { type PassedOver, countPassedOver, countTexts, passedOverWords } from './passed-over.ts'
import { titleOf } from './title-of.ts'

export type FoundFile = {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly title: string
  readonly text: string
  /** Words of the text that matched. */
  readonly terms: readonly string[]
  /** Share of the query's words that it has, 0–1. */
  readonly score: number
}

type SearchFolder = (
  query: string,
  options: { readonly signal: AbortSignal; readonly limit: number },
) => Promise<readonly FoundFile[]>

/** Searches an index of a folder in memory, empty until the first search and brought up to date before each. */
export function openFolderIndex(config: FilesSettings, { log }: { log: Logger }): SearchFolder {
  const folder = config.folder.startsWith('~/') ? join(homedir(), config.folder.slice(2)) : config.folder
  const index = new MiniSearch<{ readonly id: string; readonly title: string; readonly text: string }>({
    fields: ['title', 'text'],
  })
  const stamps = new Map<string, string>()

  const read = async (path: string): Promise<{ readonly title: string; readonly text: string } | undefined> => {
    const file = await readTextFile(join(folder, path), { maxBytes: config.max_file_bytes })
    if (file.ok) return { title: titleOf(file.text, path), text: file.text }
    log.debug({ path, reason: file.reason }, 'a file was passed over')
    return undefined
  }

  let last: FolderPaths = { paths: [], passedOver: new Map() }
  const tell = ({ passedOver }: FolderPaths): void => {
    const words = passedOverWords(passedOver)
    // Once, and again only when it changes.
    if (countTexts(passedOver) === 0 || words === passedOverWords(last.passedOver)) return
    const facts = { folder, passedOver: words, searched: config.extensions }
    log.warn(facts, 'files of the folder are not searched, because of their endings')
  }

  const update = async (signal: AbortSignal): Promise<void> => {
    const seen = new Set<string>()
    const walked = await pathsOf(folder, { config, signal, log })
    tell(walked)
    last = walked
    for (const path of walked.paths) {
      signal.throwIfAborted()
      const found = await stat(join(folder, path)).catch(ifRefused(undefined))
      if (found === undefined) continue
      seen.add(path)
      const stamp = `${found.mtimeMs} ${found.size}`
      if (stamps.get(path) === stamp) continue
      const document = await read(path)
      if (index.has(path)) index.discard(path)
      if (document !== undefined) index.add({ id: path, ...document })
      stamps.set(path, stamp)
    }
    for (const path of stamps.keys()) {
      if (seen.has(path)) continue
      if (index.has(path)) index.discard(path)
      stamps.delete(path)
    }
  }

  // Two updates at a time would add a file twice.
  let updated: Promise<void> = Promise.resolve()
  return async (query, { signal, limit }) => {
    if (folder === '') throw filesError('SOURCE_FILES_FOLDER_UNREADABLE', { folder, reason: 'the settings name none' })
    updated = updated.catch(() => undefined).then(() => update(signal))
    // One that another search began may take longer than this one wants to wait.
    await orAborted(updated, signal)
    const words = wordsOf(query)
    const telling = words.filter(isTellingWord)
    const asked = new Set(telling.length > 0 ? telling : words)
    const results = index.search([...asked].join(' '), {
      boost: { title: 2 },
      prefix: isLong,
      fuzzy: (term) => (isLong(term) ? 0.15 : 0),
    })
    const found: FoundFile[] = []
    for (const { id, terms, queryTerms } of results) {
      if (found.length >= limit) break
      const path = String(id)
      const document = await read(path)
      const score = Math.min(1, new Set(queryTerms).size / Math.max(1, asked.size))
      if (document !== undefined) found.push({ path, ...document, terms, score })
    }
    const { paths, passedOver } = last
    const facts = { folder, searched: paths.length, extensions: config.extensions }
    // An empty answer would look as if the words stood in none of the folder's files.
    if (found.length === 0 && countTexts(passedOver) > paths.length)
      throw filesError('SOURCE_FILES_PASSED_OVER', { ...facts, passedOver: passedOverWords(passedOver) })
    return found
  }
}

type PathsOptions = { readonly config: FilesSettings; readonly signal: AbortSignal; readonly log: Logger }

type FolderPaths = { readonly paths: readonly string[]; readonly passedOver: PassedOver }

async function pathsOf(folder: string, { config, signal, log }: PathsOptions): Promise<FolderPaths> {
  const paths: string[] = []
  const others: string[] = []
  for await (const entry of walkFiles(folder, { ignore, signal })) {
    if (entry.kind === 'skipped') {
      if (entry.path === folder) throw filesError('SOURCE_FILES_FOLDER_UNREADABLE', { folder, reason: entry.reason })
      log.warn({ path: entry.path, reason: entry.reason }, 'a part of the folder was passed over')
    } else if (config.extensions.some((extension) => entry.relativePath.toLowerCase().endsWith(extension))) {
      if (paths.length >= config.max_files) {
        log.warn({ folder, maxFiles: config.max_files }, 'the folder has more files than are searched')
        break
      }
      paths.push(entry.relativePath)
    } else others.push(entry.relativePath)
  }
  return { paths, passedOver: countPassedOver(others) }
}

const ignore = ['.git', '.datacore', '.obsidian', '.trash', 'node_modules']

function isLong(term: string): boolean {
  return term.length > 4
}
