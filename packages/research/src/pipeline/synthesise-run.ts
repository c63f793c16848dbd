import { CodedError, codedError } from '@datacortex/errors'
import { type Meaning, splitSentences } from '@datacortex/knowledge-extractor/text'
import { dot } from '@datacortex/platform'
import type { Writer } from '@datacortex/plugin'
import type { Sources } from '@datacortex/sources'
import { questionsOf } from '../synthesis/answer-questions.ts'
import { type ImproveOptions, type Pair, improveSynthesis } from '../synthesis/improve-synthesis.ts'
import { synthesise } from '../synthesis/synthesise.ts'
import type { LocalNote, ResearchDocument, Synthesis, SynthesisInput } from '../synthesis/types.ts'
import type { ResearchCandidate } from './candidate.ts'
import type { RunInProgress } from './research-ports.ts'
import type { GatheredDocument } from './gather.ts'
import type { ProcessedDocuments } from './process-documents.ts'
import { dearestText, paidWriter } from './paid-writer.ts'

export type SynthesisParts = {
  readonly candidates: readonly ResearchCandidate[]
  readonly documents: readonly GatheredDocument[]
  readonly notes: readonly LocalNote[]
  readonly processed: ProcessedDocuments
}

export type RunSynthesis = { readonly synthesis: Synthesis; readonly problems: readonly string[] }

/** Puts together what the documents say; a writer, if there is one, words it. Both are steps of the run. */
export async function synthesiseRun(parts: SynthesisParts, progress: RunInProgress): Promise<RunSynthesis> {
  const { run, config, ports } = progress
  const snapshots = parts.documents.map(({ snapshot }) => snapshot)
  const input: SynthesisInput = {
    topic: config.topic,
    documents: documentsOf(parts),
    snapshots,
    localNotes: parts.notes,
  }
  const plain = await run.keep<Synthesis>({ phase: 'synthesise', key: 'findings' }, async () =>
    synthesise({ ...input, meaning: await meaningOf(parts, progress) }),
  )
  ports.onProgress?.({ run: run.record.id, phase: 'synthesise', done: 1, total: 1, subject: 'findings' })
  const paid = await writerOf(progress)
  if (paid === undefined || plain.findings.length === 0) return { synthesis: plain, problems: [] }
  const agree = async (pairs: readonly Pair[]): Promise<Synthesis> => {
    const meaning = await meaningOf(parts, progress)
    const isOne = (a: string, b: string): boolean =>
      pairs.some(([x, y]) => (x === a && y === b) || (x === b && y === a))
    return synthesise({ ...input, meaning: (a, b) => (isOne(a, b) ? 1 : meaning?.(a, b)) })
  }
  return await worded(plain, { ...progress, ...paid, agree })
}

async function worded(
  synthesis: Synthesis,
  { run, budget, writer, estimate, agree, signal }: RunInProgress & WriterOfRun & Pick<ImproveOptions, 'agree'>,
) {
  const improved = await run.step<RunSynthesis>({
    phase: 'synthesise',
    key: 'words',
    paid: true,
    estimate,
    work: async () => {
      const before = budget.spent
      try {
        const { synthesis: better, refused, answer } = await improveSynthesis(synthesis, { writer, agree, signal })
        const count = Object.values(refused).reduce((sum, some) => sum + some, 0)
        const problems = count === 0 ? [] : [`${count} texts of ${answer.model} were refused: they had no proof`]
        return { value: { synthesis: better, problems }, cost: budget.since(before) }
      } catch (error) {
        signal.throwIfAborted()
        const problems = [`no model worded it: ${codedError(error).message}`]
        return { value: { synthesis, problems }, cost: budget.since(before) }
      }
    },
  })
  if (improved.state === 'done') return improved.value
  return { synthesis, problems: ['no model worded it: it was stopped under way, and asking again could cost twice'] }
}

/** Who words a report, paid from the budget, and what a call is likely to cost in US dollars. */
type WriterOfRun = { readonly writer: Writer; readonly estimate: number }

/** Deep runs take a source of the layer `synthesize`, where one was opted in; else the writer of the settings. */
async function writerOf({ run, config, ports, budget }: RunInProgress): Promise<WriterOfRun | undefined> {
  const { ready } = config.depth === 'deep' ? await ports.sources.eligible('synthesize') : { ready: [] }
  const [source] = ready.filter(({ type }) => type !== 'internal')
  if (source !== undefined)
    return { writer: sourceWriter(ports.sources, { source, budget }), estimate: source.cost_per_call }
  if (ports.writer === undefined) return undefined
  return { writer: paidWriter(ports.writer, { run, budget }), estimate: dearestText(run) }
}

/** The source reserves in the budget itself. */
function sourceWriter(
  sources: Sources,
  { source, budget }: { source: Sources['all'][number]; budget: RunInProgress['budget'] },
): Writer {
  return {
    generate: async (request, { signal }) => {
      const asked = await sources.generate(source, request, { signal, budget })
      if (asked.ok) return { ...asked.written, cost_usd: asked.cost_usd }
      throw new CodedError(asked.code, asked.reason)
    },
  }
}

function documentsOf({ candidates, documents, processed }: SynthesisParts): readonly ResearchDocument[] {
  const read = new Map(documents.map((document) => [document.candidate.id, document]))
  const notes = new Map(processed.results.map(({ id, result }) => [id, result.literature_note ?? result.duplicate_of]))
  return candidates.map((candidate) => {
    const { id, url, publishedAt, authors, workIds, foundBy, authority, data } = candidate
    const own = read.get(id)?.document
    const title =
      own !== undefined && (candidate.title === url || candidate.file !== undefined) && own.title !== ''
        ? own.title
        : candidate.title
    return {
      id,
      title,
      url,
      canonicalUrl: own?.url,
      publishedAt: publishedAt ?? own?.publishedAt,
      authors: authors ?? own?.authors,
      workIds: { ...own?.workIds, ...workIds },
      siteName: own?.siteName,
      foundBy,
      authority,
      data,
      note: notes.get(id),
    }
  })
}

/** Sentences are many, so only as many as a model reads in a few seconds are compared by meaning. */
async function meaningOf(
  { documents, notes }: SynthesisParts,
  { config, ports: { embed }, signal }: RunInProgress,
): Promise<Meaning | undefined> {
  if (embed === undefined) return undefined
  const each = Math.max(10, Math.floor(mostSentences / Math.max(1, documents.length + notes.length)))
  const texts = [...documents.map(({ snapshot }) => snapshot.text), ...notes.map(({ text }) => text)]
  const read = texts.flatMap((text) => splitSentences(text).slice(0, each))
  const sentences = [...new Set([...questionsOf(config.topic), ...read.map(({ text }) => text)])]
  const found = await embed(sentences, { signal })
  const vectors = new Map(sentences.map((sentence, place) => [sentence, found[place]]))
  return (a, b) => {
    const [x, y] = [vectors.get(a), vectors.get(b)]
    return x === undefined || y === undefined ? undefined : dot(x, y)
  }
}

const mostSentences = 400
