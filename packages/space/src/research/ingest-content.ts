import type { IngestReport, KnowledgeInput } from '@datacortex/knowledge-extractor'
import { count } from '@datacortex/wording'
import { z } from 'zod'
import { placeFor } from '../caller/place-for.ts'
import { spaceError } from '../errors.ts'
import { indexBeforeBatch } from '../indexing/index-before-batch.ts'
import { type IndexField, indexField, isTakenIn, takeInNotes } from '../indexing/take-in-notes.ts'
import { type Interruption, tellInterrupted } from '../interrupted/tell-interrupted.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { operation } from '../operation.ts'
import { addToInbox } from './add-to-inbox.ts'
import { type SpaceKnowledge, openKnowledge } from '../parts/open-knowledge.ts'
import { dryRun, flag, indexed, name, place } from '../schema.ts'
import type { Work } from '../work.ts'

/** Content that lies in no file: a text, or bytes of any kind such as those of a PDF. */
export type Content = { readonly name?: string | undefined } & ({ readonly text: string } | { readonly base64: string })

export type IngestedContent = IndexField &
  Omit<IngestReport, 'results'> & {
    readonly items: IngestReport['results']
    /** Whether nothing failed that was named, and something was taken of all there is. */
    readonly ok: boolean
    readonly dry_run?: true | undefined
    readonly indexed?: { readonly added: number; readonly changed: number } | undefined
    readonly undo?: string | undefined
  }

export const ingestContent = operation({
  input: z
    .strictObject({
      inputs: z
        .array(place)
        .optional()
        .describe('Files and folders, absolute or relative to the root of the space, and addresses.'),
      contents: z
        .array(
          z.union([
            z.strictObject({ name: name.optional(), text: z.string() }),
            z.strictObject({ name: name.optional(), base64: z.base64() }),
          ]),
        )
        .optional()
        .describe('Content that lies in no file.'),
      space: name.optional().describe('The space that the notes go to; 0-personal if absent.'),
      concurrency: z.number().int().min(1).optional().describe('Inputs at the same time.'),
      companions: flag('Whether the text of binary files is kept beside them.'),
      index: indexed,
      dry_run: dryRun,
    })
    .refine(({ inputs = [], contents = [] }) => inputs.length + contents.length > 0, 'Give inputs or contents.'),
  output: z.looseObject({
    items: z.array(z.looseObject({ status: z.string(), input: z.string(), literature_note: z.string().optional() })),
    ok: z.boolean(),
    outputs: z.array(z.string()),
    undo: z.string().optional(),
  }),
  run: async (work, asked): Promise<IngestedContent> => {
    const { index = true, dry_run: isDry = false, companions } = asked
    const space = await chooseSpaceFolder(work.paths, asked.space ?? '0-personal')
    const { inputs = [], contents = [] } = asked
    for (const input of inputs) refuseUnread(input)
    const places = await Promise.all(inputs.map(async (input) => await placeFor(work, input)))
    const named = [...places, ...(await Promise.all(contents.map(inputOf)))]
    if (index && !isDry) await indexBeforeBatch(work)
    const { report, undo } = await ingestAll(work, {
      named,
      space,
      concurrency: asked.concurrency,
      companionsOf: companions === true ? places : undefined,
      isDry,
    })
    // Notes of an earlier run too: it may have been killed before, or told not to index. What is indexed costs little.
    const hasNotes = report.results.some(({ literature_note: note }) => note !== undefined)
    const taken = index && !isDry && hasNotes ? await takeInNotes(work, { undo }) : undefined
    const { results: items, ...facts } = report
    return {
      items,
      ok: isIngested(report, named),
      ...facts,
      ...(isDry ? { dry_run: true } : {}),
      ...(isTakenIn(taken) ? { indexed: { added: taken.added, changed: taken.changed } } : {}),
      ...indexField(taken),
      undo,
    }
  },
})

async function ingestAll(
  work: Work,
  options: {
    readonly named: readonly (string | KnowledgeInput)[]
    readonly space: string
    readonly concurrency: number | undefined
    readonly companionsOf: readonly string[] | undefined
    readonly isDry: boolean
  },
): Promise<{ readonly report: IngestReport; readonly undo: string | undefined }> {
  const { named, space, companionsOf, isDry: dryRun } = options
  const { ingest } = await import('@datacortex/knowledge-extractor')
  const { signal, onProgress } = work
  const agent = 'ingest-orchestrator'
  await using knowledge = await openKnowledge(work, { space, task: 'ingest', agent, dryRun, companionsOf })
  const concurrency = options.concurrency ?? knowledge.settings.ingest.concurrency
  const report = await tellInterrupted(
    async () => await ingest(named, knowledge.ports, { signal, onProgress, dryRun, concurrency }),
    { signal, interruptionOf: () => writtenBy(knowledge) },
  )
  const findings = await addToInbox(report, { knowledge, space, signal })
  return { report: { ...report, findings: [...report.findings, ...findings] }, undo: knowledge.undoName() }
}

/** A folder may hold what can't be read, which its report tells. */
function isIngested({ results }: IngestReport, named: readonly (string | KnowledgeInput)[]): boolean {
  const hasFailed = results.some(
    ({ status, input }) => status === 'failed' && (named.includes(input) || /^https?:\/\//i.test(input)),
  )
  const isTaken = results.some(({ status }) => status !== 'failed' && status !== 'skipped')
  return !hasFailed && (isTaken || results.length === 0)
}

/** The same command takes up what is left, so anyone who interrupts it has two ways to go. */
function writtenBy({ broker, undoName }: SpaceKnowledge): Interruption | undefined {
  const undo = undoName()
  if (undo === undefined) return undefined
  return {
    done: `${count(broker.written(), 'file')} written so far`,
    hint: `Run the same command again, it does the rest; or take back what is written: datacortex undo ${undo}`,
  }
}

async function inputOf(content: Content): Promise<KnowledgeInput> {
  const { inputOfBytes } = await import('@datacortex/knowledge-extractor')
  const bytes = 'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')
  return await inputOfBytes(bytes, { name: content.name })
}

function refuseUnread(input: string): void {
  const hint = 'Give files, folders, addresses that begin with http:// or https://, or - for stdin.'
  if (input.trim() === '') throw spaceError('CLI_USAGE', { message: 'One of the inputs is empty.', hint })
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(input)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    throw spaceError('CLI_USAGE', { message: `Addresses of ${scheme}:// are not read.`, hint })
}
