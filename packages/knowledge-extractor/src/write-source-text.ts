import { join } from 'node:path'
import { type Finding, CodedError, warningFinding } from '@datacortex/errors'
import { readTextFile, sha256 } from '@datacortex/platform'
import type { ExtractedDocument } from '@datacortex/plugin'
import { foldedSpans } from '@datacortex/text'
import { stringify } from 'yaml'
import type { ExtractorContext } from './extractor-context.ts'
import type { Extracted } from './input/run-sub-agents.ts'
import type { KnowledgeInput } from './knowledge-input.ts'
import { foldInto } from './notes/literature-note.ts'
import { wikiLink } from './notes/wiki-link.ts'
import type { KnowledgePorts } from './ports.ts'
import { insidePath } from './source-id.ts'
import { type WrittenText, writeText } from './write-text.ts'

type SourceTextOptions = {
  readonly input: KnowledgeInput
  readonly extracted: Extracted
  readonly context: ExtractorContext
  /** The literature note. */
  readonly note: string
  readonly signal: AbortSignal
}

/**
 * Keeps the whole text of a document in `sources` beside its note, or folded in the note. Offsets of quotations count
 * from its first line.
 */
export async function writeSourceText(document: ExtractedDocument, options: SourceTextOptions): Promise<WrittenText> {
  const { context, note } = options
  const { folders, ports } = context
  const path = await sourceTextPath(document, options)
  if (path === note) return await foldIntoNote(document, options)
  if (path === undefined || !path.startsWith(`${folders.literature}/sources/`)) return { path, findings: [] }
  const fields = {
    type: 'source-text',
    title: document.title,
    text_of: wikiLink({ path: note, title: '' }),
    text_hash: sha256(document.text),
    taint: 'external',
  }
  const text = `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${document.text}\n`
  const found = await readTextFile(join(ports.paths.root, path))
  if (found.ok && found.text === text) return { path, findings: [] }
  if (found.ok ? !found.text.startsWith(ownStart) : found.code !== 'ENOENT') return { findings: [taken(path)] }
  const request = { path, text, expected: found.ok ? sha256(found.bytes) : 'absent' }
  return await writeText(request, { code: unwritten, ports, signal: options.signal })
}

const unwritten = 'KNOWLEDGE_TEXT_UNWRITTEN'
const ownStart = '---\ntype: source-text\n'

/** A note that was made before has none yet; a new one has it already. */
async function foldIntoNote({ text }: ExtractedDocument, options: SourceTextOptions): Promise<WrittenText> {
  const { context, note: path } = options
  const found = await readTextFile(join(context.ports.paths.root, path))
  if (!found.ok || foldedSpans(found.text).length > 0) return { path, findings: [] }
  const request = { path, text: foldInto(found.text, { text, path }), expected: sha256(found.bytes) }
  return await writeText(request, { code: unwritten, ports: context.ports, signal: options.signal })
}

/** What a note is to say of the whole text of its document. */
export async function wholeTextOf(document: ExtractedDocument, options: SourceTextOptions) {
  const path = await sourceTextPath(document, options)
  return path === options.note ? { text: document.text } : path === undefined ? undefined : { path }
}

/** Where the whole text of a document lies once its note is written; undefined if it is not kept. */
async function sourceTextPath(
  document: ExtractedDocument,
  { input, extracted, context, note }: SourceTextOptions,
): Promise<string | undefined> {
  const { ports, folders } = context
  const { root } = ports.paths
  const own = ownText(document, { input, extracted, root })
  if (own !== undefined || ports.texts === 'none') return own
  const beside = `${folders.literature}/sources/${note.slice(note.lastIndexOf('/') + 1)}`
  // Where it lies already it stays, so that none is kept twice.
  const [known, kept] = await Promise.all([note, beside].map(async (path) => await readTextFile(join(root, path))))
  const isFolded = known?.ok === true && foldedSpans(known.text).length > 0
  if (isFolded) return note
  if (kept?.ok === true) return ports.texts === 'folded' && !kept.text.startsWith(ownStart) ? note : beside
  return ports.texts === 'folded' || (await isRefused(beside, ports)) ? note : beside
}

/** Whether only notes may be written, as by an agent whose `writes` name no folder below them. */
async function isRefused(path: string, { writes }: Pick<KnowledgePorts, 'writes'>): Promise<boolean> {
  const planned = writes.plan({ path, text: '', expected: 'absent' })
  return await planned.then(
    () => false,
    (error: unknown) => CodedError.is(error, 'WRITES_REFUSED'),
  )
}

/** A file of the space that is text has it already, and is found by it. */
function ownText(
  { conversation }: ExtractedDocument,
  { input, extracted, root }: Pick<SourceTextOptions, 'input' | 'extracted'> & { readonly root: string },
): string | undefined {
  if (input.kind !== 'file' || conversation !== undefined || !/\.(?:md|markdown|org)$/i.test(input.path))
    return undefined
  return extracted.documents.length === 1 ? insidePath(root, input.path) : undefined
}

function taken(path: string): Finding {
  return warningFinding('KNOWLEDGE_TEXT_TAKEN', path, {
    message: `${path} is there and was not made by ingesting, so the whole text was not kept.`,
    hint: 'Rename it, then ingest the source again.',
  })
}
