import { join } from 'node:path'
import { redact } from '@datacortex/errors'
import { isRecord, readTextFile } from '@datacortex/platform'
import { noteParts } from './notes/note-parts.ts'
import { sayingOf } from './notes/saying-of.ts'
import { type NoteLinkTarget, linkedPaths } from './notes/wiki-link.ts'
import { type ZettelFacts, zettelFacts } from './notes/zettel-facts.ts'

export type ReadZettel = NoteLinkTarget & {
  readonly facts: ZettelFacts
  readonly text: string
  readonly bytes: Uint8Array
  /** Whether the document still says it, word for word. */
  readonly isSaid: boolean
}

/** The zettels that earlier versions of a document left. */
export type FormerZettels = {
  /** Those that are known so far. Paths are relative to the space. */
  readonly paths: ReadonlySet<string>
  /** Reads a note; undefined if it is no zettel of this package. One that was made of the document becomes known. */
  readonly look: (path: string) => Promise<ReadZettel | undefined>
  /** Whether a note is a zettel that its source no longer says, be that this document or another one. */
  readonly isOutdated: (path: string) => Promise<boolean>
}

export async function openFormerZettels(
  { text, note, source }: { text: string; note: string | undefined; source: string },
  root: string,
): Promise<FormerZettels> {
  const { hashes, listed } = await versionsOf(note, root)
  const paths = new Set<string>()
  const isSaid = sayingOf(text)
  const look: FormerZettels['look'] = async (path) => {
    const file = await readTextFile(join(root, path))
    const facts = file.ok ? zettelFacts(file.text) : undefined
    if (!file.ok || facts === undefined) return undefined
    // Where somebody moved the notes, the hash of the text still tells what a zettel was made of.
    const isOfSource = [facts.source, redact(facts.source ?? ''), facts.source?.split(/[\\/]/).at(-1)].includes(source)
    const isOfVersion = isOfSource && hashes.has(facts.contentHash)
    const isOwn = isOfVersion || (note !== undefined && facts.isOf({ path: note, title: '' }))
    if (isOwn) paths.add(path)
    return { path, title: facts.title, facts, text: file.text, bytes: file.bytes, isSaid: facts.words.some(isSaid) }
  }
  for (const path of listed) await look(path)
  return {
    paths,
    look,
    isOutdated: async (path) => {
      const zettel = await look(path)
      if (zettel === undefined) return false
      return paths.has(path) ? !zettel.isSaid : zettel.facts.isSuperseded
    },
  }
}

const mostListed = 100

async function versionsOf(note: string | undefined, root: string) {
  const file = note === undefined ? undefined : await readTextFile(join(root, note))
  if (note === undefined || file?.ok !== true) return { hashes: new Set(), listed: [] }
  const { document, generated } = noteParts(file.text, note)
  const fields: unknown = document.toJS()
  const { content_hash: hash, versions } = isRecord(fields) ? fields : {}
  const earlier = Array.isArray(versions)
    ? versions.map((version) => (isRecord(version) ? version['content_hash'] : ''))
    : []
  const section = /^## Zettels\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(generated)?.[1] ?? ''
  return { hashes: new Set([hash, ...earlier].filter(Boolean)), listed: linkedPaths(section).slice(0, mostListed) }
}
