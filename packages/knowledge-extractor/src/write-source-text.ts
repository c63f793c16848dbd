import { isAbsolute, join, relative, sep } from 'node:path'
import { type Finding, codedError, errorFinding, warningFinding } from '@datacortex/errors'
import { readTextFile, sha256 } from '@datacortex/platform'
import type { ExtractedDocument } from '@datacortex/plugin'
import { stringify } from 'yaml'
import type { ExtractorContext } from './extractor-context.ts'
import type { Extracted } from './input/run-sub-agents.ts'
import type { KnowledgeInput } from './knowledge-input.ts'
import { wikiLink } from './notes/wiki-link.ts'

/** `path`: where the whole text lies; undefined if it is nowhere in the space. */
export type SourceText = { readonly path?: string | undefined; readonly findings: readonly Finding[] }

type SourceTextOptions = {
  readonly input: KnowledgeInput
  readonly extracted: Extracted
  readonly context: ExtractorContext
  /** The literature note. */
  readonly note: string
  readonly signal: AbortSignal
}

/** Keeps the whole text of a document in `sources` beside its note, where offsets of quotations count from its first line. */
export async function writeSourceText(document: ExtractedDocument, options: SourceTextOptions): Promise<SourceText> {
  const { context, note, signal } = options
  const { ports, folders } = context
  const path = sourceTextPath(document, options)
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
  if (found.ok ? !found.text.startsWith('---\ntype: source-text\n') : found.code !== 'ENOENT')
    return { findings: [taken(path)] }
  try {
    await ports.writes.write({ path, text, expected: found.ok ? sha256(found.bytes) : 'absent' }, { signal })
    return { path, findings: [] }
  } catch (error) {
    signal.throwIfAborted()
    const { message, hint } = codedError(error)
    // The notes are there already; only the text is missing.
    return { findings: [errorFinding('KNOWLEDGE_TEXT_UNWRITTEN', path, { message, hint })] }
  }
}

/** Where the whole text of a document lies once its note is written; undefined if it is not kept. */
export function sourceTextPath(
  document: ExtractedDocument,
  { input, extracted, context, note }: Omit<SourceTextOptions, 'signal'>,
): string | undefined {
  const { ports, folders } = context
  const own = ownText(document, { input, extracted, root: ports.paths.root })
  if (own !== undefined || ports.texts === 'none') return own
  return `${folders.literature}/sources/${note.slice(note.lastIndexOf('/') + 1)}`
}

/** A file of the space that is text has it already, and is found by it. */
function ownText(
  { conversation }: ExtractedDocument,
  { input, extracted, root }: Pick<SourceTextOptions, 'input' | 'extracted'> & { readonly root: string },
): string | undefined {
  if (input.kind !== 'file' || conversation !== undefined || !/\.(?:md|markdown|org)$/i.test(input.path))
    return undefined
  if (extracted.documents.length !== 1) return undefined
  const inside = relative(root, input.path)
  if (inside.startsWith('..') || isAbsolute(inside)) return undefined
  return inside.split(sep).join('/')
}

function taken(path: string): Finding {
  return warningFinding('KNOWLEDGE_TEXT_TAKEN', path, {
    message: `${path} is there and was not made by ingesting, so the whole text was not kept.`,
    hint: 'Rename it, then ingest the source again.',
  })
}
