import { join } from 'node:path'
import { type Finding, codedError, withoutUndefined } from '@datacortex/errors'
import { readTextFile, sha256 } from '@datacortex/platform'
import type { ExtractedDocument } from '@datacortex/plugin'
import { analysable } from './analysable.ts'
import { chooseIdentity } from './choose-identity.ts'
import { type ExtractorContext, extractorContext } from './extractor-context.ts'
import { sourceAuthority } from './ideas/source-authority.ts'
import { summaryText } from './ideas/summary-text.ts'
import { rawTextDocument } from './input/raw-text-document.ts'
import { type ReadInput, defaultMaxBytes, readInput } from './input/read-input.ts'
import { type Extracted, runSubAgents } from './input/run-sub-agents.ts'
import { type InputType, type KnowledgeInput, firstType, inputName } from './knowledge-input.ts'
import { type KnownNote, knownAs } from './known-note.ts'
import { failedResult } from './failed-result.ts'
import { type KnowledgeResult, artifactsPayload } from './knowledge-result.ts'
import { literatureFields } from './notes/literature-fields.ts'
import { tableExcerpt } from './notes/table-excerpt.ts'
import type { KnowledgePorts } from './ports.ts'
import { prepareDocument } from './prepare-document.ts'
import { type SourceIdentity, ownPaths } from './source-id.ts'
import { summarise } from './text/summarise.ts'
import { findActions } from './ideas/find-actions.ts'
import { writeArtifacts } from './write-artifacts.ts'
import { writeCompanion } from './write-companion.ts'
import { wholeTextOf, writeSourceText } from './write-source-text.ts'

type ExtractOptions = { readonly signal: AbortSignal; readonly read?: ReadInput | undefined }

/** Makes notes of one input after the other, of a batch or a run of research. */
export type KnowledgeExtractor = {
  /** Never rejects for bad content: that is a result with `error`. It rejects if it is aborted. */
  readonly extract: (input: KnowledgeInput, options: ExtractOptions) => Promise<readonly KnowledgeResult[]>
  /**
   * The same in two steps: resolves when the content is extracted, to what makes the notes. So the next input can be
   * extracted while these are written.
   */
  readonly begin: (input: KnowledgeInput, options: ExtractOptions) => Promise<() => Promise<readonly KnowledgeResult[]>>
  /** Takes what an interrupted run has written for its own: its zettels are known, its notes related to none. */
  readonly recall: (results: readonly Pick<KnowledgeResult, 'literature_note' | 'zettels_created'>[]) => Promise<void>
}

/**
 * Opens the knowledge extractor for several inputs: what it reads of the space it reads once, and ideas that one input
 * brought are not novel in the next.
 * @example const { extract } = openKnowledgeExtractor(ports)
 */
export function openKnowledgeExtractor(ports: KnowledgePorts): KnowledgeExtractor {
  const context = extractorContext(ports)
  return {
    recall: async (results) => {
      for (const { literature_note: note, zettels_created: zettels } of results) {
        for (const path of note === undefined ? zettels : [note, ...zettels]) context.own.add(path)
        for (const path of zettels) {
          const file = await readTextFile(join(ports.paths.root, path))
          if (file.ok) context.recent.add({ path, text: /^# (.*)$/m.exec(file.text)?.[1] ?? '' })
        }
      }
    },
    extract: async (input, options) => await (await begin(input, { ...options, context }))(),
    begin: async (input, options) => await begin(input, { ...options, context }),
  }
}

async function begin(input: KnowledgeInput, { signal, read, context }: ExtractOptions & { context: ExtractorContext }) {
  const started: Started = { input, context, signal }
  try {
    const extracted = await extractInput(started, read)
    const inputType = typeOf(input, extracted)
    return async () => {
      const results: KnowledgeResult[] = []
      for (const [index, document] of extracted.documents.entries()) {
        const findings = index === 0 ? extracted.findings : []
        results.push(await extractDocument(document, { ...started, inputType, extracted, findings }))
      }
      return results
    }
  } catch (error) {
    signal.throwIfAborted()
    const results = [failedResult(input, codedError(error))]
    return () => Promise.resolve(results)
  }
}

type Started = { readonly input: KnowledgeInput; readonly context: ExtractorContext; readonly signal: AbortSignal }

async function extractInput({ input, context, signal }: Started, read?: ReadInput): Promise<Extracted> {
  const { subAgents, maxBytes = defaultMaxBytes } = context.ports
  if (input.kind === 'text') return rawTextDocument(input.text, { name: inputName(input) })
  if (input.kind === 'extraction') return { ...input.extraction, contentType: '' }
  return await runSubAgents(read ?? (await readInput(input, { maxBytes })), { subAgents, signal })
}

type DocumentOptions = Started & {
  readonly inputType: InputType
  readonly extracted: Extracted
  readonly findings: readonly Finding[]
}

async function extractDocument(document: ExtractedDocument, options: DocumentOptions): Promise<KnowledgeResult> {
  const { input, context, signal } = options
  try {
    signal.throwIfAborted()
    return await makeNotes(document, options)
  } catch (error) {
    signal.throwIfAborted()
    return {
      ...failedResult(input, codedError(error)),
      ...basics(document, options),
      findings: options.findings,
      source_authority: sourceAuthority(document, context.ports.authority),
    }
  }
}

async function makeNotes(document: ExtractedDocument, options: DocumentOptions): Promise<KnowledgeResult> {
  const { input, context, signal, inputType, extracted } = options
  const { ports } = context
  const contentHash = sha256(document.text)
  const isPage = extracted.contentType === 'text/html'
  const choose = async (): Promise<SourceIdentity> =>
    await chooseIdentity(document, { input, root: ports.paths.root, contentHash, isPage, context })
  const source = await choose()
  const known = await knownAs(source, { context, contentHash })
  if (known !== undefined) return await knownResult(document, { ...options, contentHash, source, known })
  const store = await context.store()
  const prepared = await prepareDocument(document, {
    context,
    facts: {
      ...askingOf(options),
      source: source.shown,
      url: source.url,
      ownNote: store.ofSource(source.id)?.path,
      ownPaths: ownPaths(input, ports.paths.root),
    },
    signal,
  })
  const fields = literatureFields(document, { source, inputType, contentHash, prepared, now: context.now() })
  const topics = (document.conversation?.topics ?? []).map(({ label, turns }) => ({ label, turns: turns.length }))
  const done = await context.inTurn(async () => {
    // The same content may have come in by another input or process meanwhile.
    const since = await knownAs(source, { context, contentHash })
    if (since !== undefined) return since
    // So may another text that names the same address.
    if ((await choose()).id !== source.id) return 'otherwise'
    const { digest, related, ideas, sameZettels, former } = prepared
    const note = { fields, digest, table: tableExcerpt(document), topics, related }
    const wholeText = async (path: string) => await wholeTextOf(document, { ...options, note: path })
    return await writeArtifacts({ note, wholeText, ideas, sameZettels, former }, { context, signal })
  }, options)
  if (done === 'otherwise') return await makeNotes(document, options)
  if ('isSameSource' in done) return await knownResult(document, { ...options, contentHash, source, known: done })
  const kept = await keepText(document, { ...options, note: done.literatureNote })
  const findings = [...options.findings, ...prepared.findings, ...done.findings, ...kept.findings]
  const result: KnowledgeResult = {
    status: findings.some(({ severity }) => severity === 'error') ? 'partial' : 'success',
    ...basics(document, options),
    literature_note: done.literatureNote,
    zettels_created: done.zettels,
    action_items: prepared.actions,
    summary: prepared.digest.summary,
    relevance: prepared.relevance,
    source_authority: prepared.authority,
    tags: prepared.tags,
    related: prepared.related.map(({ path }) => path),
    content_hash: contentHash,
    ...kept.fields,
    findings,
  }
  await tellHooks(result, { ports, signal })
  return result
}

async function knownResult(
  document: ExtractedDocument,
  options: DocumentOptions & {
    readonly contentHash: string
    readonly source: SourceIdentity
    readonly known: KnownNote
  },
): Promise<KnowledgeResult> {
  const { context, contentHash, source, known } = options
  const { document: shown } = analysable(document)
  const kept = await keepText(document, { ...options, note: known.isSameSource ? known.path : undefined })
  const sentences = summarise(shown.text, { sentences: 3, title: document.title })
  return {
    status: known.isSameSource ? 'unchanged' : 'duplicate',
    ...basics(document, options),
    literature_note: known.path,
    zettels_created: [],
    action_items: findActions(shown, askingOf(options)),
    summary: summaryText(shown, sentences),
    relevance: {},
    source_authority: sourceAuthority({ url: source.url, workIds: document.workIds }, context.ports.authority),
    tags: [],
    related: [],
    content_hash: contentHash,
    ...(known.isSameSource ? {} : { duplicate_of: known.path }),
    ...kept.fields,
    findings: [...options.findings, ...kept.findings],
  }
}

/** The text beside its file, if that is asked for, and with its note. `note`: undefined if another source has it. */
async function keepText(document: ExtractedDocument, options: DocumentOptions & { readonly note: string | undefined }) {
  const { note, context } = options
  const companion = await writeCompanion(document, { ...options, ports: context.ports })
  const text =
    companion.path === undefined && note !== undefined
      ? await writeSourceText(document, { ...options, note })
      : { path: companion.path, findings: [] }
  return {
    fields: withoutUndefined({ text: text.path, companion: companion.path }),
    findings: [...companion.findings, ...text.findings],
  }
}

/** What was looked up, or fetched from the web, asks nothing of the person. */
function askingOf({ input, inputType, extracted, context }: DocumentOptions) {
  const isFetched = inputType !== 'conversation' && (input.kind === 'url' || extracted.contentType === 'text/html')
  const speaks = inputType === 'conversation' || inputType === 'text'
  return { speaks, isSource: context.ports.run !== undefined || isFetched }
}

function basics(document: ExtractedDocument, { input, inputType }: Pick<DocumentOptions, 'input' | 'inputType'>) {
  const identified = document.id === '' ? {} : { document: document.id }
  return { input: inputName(input), input_type: inputType, ...identified, title: document.title }
}

function typeOf(input: KnowledgeInput, { documents, contentType }: Extracted): InputType {
  if (input.kind === 'text' || input.kind === 'extraction') return firstType(input)
  if (documents.some(({ conversation }) => conversation !== undefined)) return 'conversation'
  if (contentType === 'application/pdf') return 'pdf'
  return input.kind === 'url' ? 'url' : 'file'
}

async function tellHooks(result: KnowledgeResult, { ports, signal }: { ports: KnowledgePorts; signal: AbortSignal }) {
  const payload = { ...artifactsPayload(result), ...withoutUndefined({ run: ports.run }) }
  await ports.hooks?.emit('post_extract', payload, { signal })
}
