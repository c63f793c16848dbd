import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { foldedName, jsonOf, namesIn, walkFiles, ifRefused } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'
import { withoutFolders, withoutKeys } from '../source-id.ts'

/** What is known of a literature note without reading all of it. */
export type StoredNote = {
  readonly path: string
  readonly sourceId?: string | undefined
  readonly contentHash?: string | undefined
}

/** The literature notes of a space by source and by content; read once, then kept in step by its user. */
export class LiteratureStore {
  readonly #root: string
  readonly #folder: string
  readonly #bySource = new Map<string, StoredNote>()
  readonly #byContent = new Map<string, StoredNote>()
  readonly #names = new Set<string>()

  /** @param folder - Relative to it; need not be there. */
  constructor(root: string, folder: string) {
    this.#root = root
    this.#folder = folder
  }

  /** Adds the notes that others wrote into the folder since. What stands below it is not looked through again. */
  async refresh(): Promise<void> {
    const directory = join(this.#root, this.#folder)
    for (const name of await namesIn(directory)) {
      const path = `${this.#folder}/${name}`.normalize('NFC')
      if (isNote(name) && !this.isTaken(path)) this.add({ path, ...(await readHead(join(directory, name))) })
    }
  }

  /** A note of a source that is there already is its new version. */
  add(note: StoredNote): void {
    const before = note.sourceId === undefined ? undefined : this.#bySource.get(note.sourceId)
    const former = before?.contentHash
    if (former !== undefined && this.#byContent.get(former) === before) this.#byContent.delete(former)
    this.#names.add(foldedName(note.path))
    if (note.sourceId !== undefined) this.#bySource.set(note.sourceId, note)
    if (note.contentHash !== undefined) this.#byContent.set(note.contentHash, note)
  }

  /** Adds notes that lie elsewhere, for sources and contents that have none here. */
  addElsewhere(notes: readonly StoredNote[]): void {
    for (const note of notes) {
      const { sourceId, contentHash } = note
      if (sourceId !== undefined && !this.#bySource.has(sourceId)) this.#bySource.set(sourceId, note)
      if (contentHash !== undefined && !this.#byContent.has(contentHash)) this.#byContent.set(contentHash, note)
    }
  }

  ofSource(sourceId: string): StoredNote | undefined {
    return this.#bySource.get(sourceId)
  }

  ofContent(contentHash: string): StoredNote | undefined {
    return this.#byContent.get(contentHash)
  }

  isTaken(path: string): boolean {
    return this.#names.has(foldedName(path))
  }
}

/** Reads the heads of the notes in a folder. `folder`: relative to it; need not be there. */
export async function openLiteratureStore(root: string, folder: string): Promise<LiteratureStore> {
  const store = new LiteratureStore(root, folder)
  for await (const entry of walkFiles(join(root, folder))) {
    if (entry.kind !== 'file' || !isNote(entry.path)) continue
    store.add({ path: `${folder}/${entry.relativePath}`.normalize('NFC'), ...(await readHead(entry.path)) })
  }
  return store
}

function isNote(path: string): boolean {
  return /\.md$/i.test(path)
}

// Authors come before the hash of the content: fifty long names, and two long addresses.
const headBytes = 65_536

/** Source and content of a note, from its first bytes. */
export async function readHead(file: string): Promise<Omit<StoredNote, 'path'>> {
  return noteHead(await readStart(file))
}

/** The same from these bytes as text. */
export function noteHead(start: string): Omit<StoredNote, 'path'> {
  const fields = splitFrontMatter(start)?.yaml ?? ''
  const sourceId = field(fields, 'source_id')
  return {
    sourceId: sourceId === undefined ? undefined : withoutFolders(withoutKeys(sourceId)),
    contentHash: field(fields, 'content_hash'),
  }
}

/** Whether ingesting made a note: one of type literature or zettel with the fields that only the program writes. */
export function isOwnNote(start: string): boolean {
  const fields = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n---|$)/.exec(start)?.[1] ?? ''
  if (field(fields, 'taint') !== 'external') return false
  const marks = { literature: ['source_id', 'content_hash'], zettel: ['literature', 'quote'] }
  const type = field(fields, 'type')
  if (type !== 'literature' && type !== 'zettel') return false
  return marks[type].every((name) => new RegExp(`^${name}:`, 'm').test(fields))
}

/** The first bytes of a file as text; empty if it can't be read. */
export async function readStart(file: string): Promise<string> {
  try {
    await using handle = await open(file)
    // Most notes show in a few lines that they have no front matter, or all of it.
    const few = await firstBytes(handle, fewBytes)
    const isEnough = few.isAll || !few.text.startsWith('---') || few.text.includes('\n---')
    return isEnough ? few.text : (await firstBytes(handle, headBytes)).text
  } catch (error) {
    // What can't be read can't be the note of a source; writing to its name is refused by compare-and-swap.
    return ifRefused('')(error)
  }
}

const fewBytes = 2048

async function firstBytes(handle: FileHandle, count: number) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), { position: 0 })
  return { text: buffer.toString('utf8', 0, bytesRead), isAll: bytesRead < count }
}

function field(fields: string, name: string): string | undefined {
  const value = new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(fields)?.[1]
  if (value === undefined || value === '') return undefined
  if (!value.startsWith('"')) return value.replace(/^'(.*)'$/, '$1').replaceAll("''", "'")
  const parsed = jsonOf(value)
  return typeof parsed === 'string' ? parsed : undefined
}
