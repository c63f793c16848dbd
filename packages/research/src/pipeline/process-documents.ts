import { inTurns } from '@datacortex/platform'
import { CodedError } from '@datacortex/errors'
import type { KnowledgeResult, WritesPort } from '@datacortex/knowledge-extractor'
import type { GatheredDocument } from './gather.ts'
import type { RunInProgress } from './research-ports.ts'
import { journaledWriter, unwrittenNotes } from './journaled-writer.ts'

export type ProcessedDocuments = {
  readonly results: readonly { readonly id: string; readonly result: KnowledgeResult }[]
  /** Paths relative to the space, each once. */
  readonly literatureNotes: readonly string[]
  readonly zettels: readonly string[]
  readonly actionItems: readonly string[]
  /** The note of the document that an action item stands in, so that nobody takes it for the program's own advice. */
  readonly actionNotes: ReadonlyMap<string, string>
  readonly failed: readonly { readonly id: string; readonly reason: string }[]
  /** Why a writer worded nothing for some of the notes, for people. */
  readonly unwritten: readonly string[]
}

/** Makes notes of documents one after the other: an idea of one is not novel in the next, however resumed. */
export async function processDocuments(
  documents: readonly GatheredDocument[],
  { run, ports, budget, signal }: RunInProgress,
): Promise<ProcessedDocuments> {
  let key = ''
  let broken: { readonly error: unknown } | undefined
  const writer =
    ports.writer === undefined
      ? undefined
      : journaledWriter(ports.writer, {
          run,
          budget,
          document: () => key,
          onBroken: (error) => (broken ??= { error }),
        })
  const writes: WritesPort = {
    ...ports.writes,
    write: async (request, options) => {
      await run.willWrite({ phase: 'process', key }, request.path)
      return await ports.writes.write(request, options)
    },
    writeAll: async (requests, options) => {
      for (const { path } of requests) await run.willWrite({ phase: 'process', key }, path)
      return await ports.writes.writeAll(requests, options)
    },
  }
  const extractor = ports.openExtractor(run.record.id, { writes, writer })
  let done = 0
  const processed = await inTurns(documents, { atOnce: 1, signal }, async ({ candidate, document, snapshot }) => {
    key = `${candidate.id} ${snapshot.sha256}`
    const before = run.writesOf({ phase: 'process', key })
    const result = await run.step<readonly KnowledgeResult[]>({
      phase: 'process',
      key,
      work: async () => {
        // An address is the title of what was read by its address only, until the page says its own.
        const titled = document.title === '' ? { ...document, title: candidate.title } : document
        const extraction = { documents: [titled], findings: [] }
        const name = snapshot.url ?? candidate.title
        const inputType = snapshot.url === undefined ? 'text' : 'url'
        const input =
          candidate.file === undefined
            ? ({ kind: 'extraction', name, url: candidate.url, extraction, inputType } as const)
            : ({ kind: 'file', path: candidate.file } as const)
        const results = await extractor.extract(input, { signal })
        if (broken !== undefined) throw broken.error
        // Nothing more can be written then: the run goes on when there is room again.
        const full = results.find(({ error }) => error?.code === 'PLATFORM_FILE_UNWRITABLE')?.error
        if (full !== undefined) throw new CodedError(full.code, full.message, { hint: full.hint })
        return { value: await Promise.all(results.map(async (one) => await ownAgain(one, { before, ports }))) }
      },
    })
    // Ideas of an interrupted attempt are known, though the memory has not taken them in yet.
    if (result.state === 'done' && result.reused) await extractor.recall(result.value)
    done += 1
    const { title: subject } = candidate
    ports.onProgress?.({ run: run.record.id, phase: 'process', done, total: documents.length, subject })
    return { id: candidate.id, results: result.state === 'done' ? result.value : [] }
  })
  const results = processed.flatMap(({ id, results: own }) => own.map((result) => ({ id, result })))
  return {
    results,
    literatureNotes: unique(results.flatMap(({ result }) => result.literature_note ?? result.duplicate_of ?? [])),
    zettels: unique(results.flatMap(({ result }) => result.zettels_created)),
    actionItems: unique(results.flatMap(({ result }) => result.action_items)),
    actionNotes: new Map(results.toReversed().flatMap(({ result }) => notesOfActions(result))),
    failed: results.flatMap(({ id, result }) =>
      result.error === undefined ? [] : [{ id, reason: result.error.message }],
    ),
    unwritten: await unwrittenNotes(run),
  }
}

function notesOfActions(result: KnowledgeResult): readonly (readonly [string, string])[] {
  const path = result.literature_note ?? result.duplicate_of
  return path === undefined ? [] : result.action_items.map((action) => [action, path])
}

/** A note that is there already is the run's own if an attempt that was killed wrote it: so are its zettels. */
async function ownAgain(
  result: KnowledgeResult,
  { before, ports }: { before: readonly string[]; ports: RunInProgress['ports'] },
): Promise<KnowledgeResult> {
  const { status, literature_note: note } = result
  if (status !== 'unchanged' || note === undefined || !before.includes(note)) return result
  const zettels: string[] = []
  for (const path of before) if (path !== note && (await ports.readFile(path)) !== undefined) zettels.push(path)
  return { ...result, status: 'success', zettels_created: zettels }
}

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)]
