import type { ProcessedDocuments } from './process-documents.ts'
import { findEntities } from '@datacortex/knowledge-extractor/text'
import { addInboxTasks } from '../gtd/edit-org.ts'
import { addJournalEntry } from '../gtd/journal-entry.ts'
import { type LandscapeEntity, addToLandscape } from '../gtd/landscape.ts'
import { counted } from '../synthesis/markdown-text.ts'
import type { Synthesis } from '../synthesis/types.ts'
import type { RunInProgress } from './research-ports.ts'
import { type FileEditor, fileEditor } from './file-editor.ts'
import { type TaskOutcome, markTasks } from './mark-tasks.ts'
import type { ResearchFiles } from './research-files.ts'

export type StoreOptions = Omit<TaskOutcome, 'output'> &
  Pick<ProcessedDocuments, 'actionItems' | 'actionNotes' | 'literatureNotes'> & {
    readonly files: ResearchFiles
    readonly synthesis: Synthesis
  }

export async function storeOutputs(options: StoreOptions, progress: RunInProgress): Promise<FileEditor> {
  const { files, synthesis } = options
  const { run, config } = progress
  const { id, createdAt } = run.record
  const editor = fileEditor(progress)
  const { edit } = editor
  const tasks = options.actionItems.map((title) => {
    const source = options.actionNotes.get(title) ?? files.report
    const tag = synthesis.actionTags?.[title]
    return {
      title,
      ...(tag === undefined ? {} : { tags: [tag] }),
      properties: { CREATED: createdAt, RESEARCH: id, ...(source === undefined ? {} : { SOURCE: source }) },
    }
  })
  if (tasks.length > 0) await edit(files.inbox, (text) => addInboxTasks(text, tasks))
  await markTasks({ ...options, output: files.report ?? files.summary }, { ...progress, editor })
  const links = [files.report ?? files.summary, ...options.literatureNotes].map((path) => path.replace(/\.md$/, ''))
  const [found, read] = [synthesis.findings.length, synthesis.sources.filter((source) => source.read).length]
  const summary = `${counted(found, 'finding')} from ${counted(read, 'source')}.`
  await edit(files.journal, (text) =>
    addJournalEntry(text, { run: id, topic: config.topic, summary, links }, { date: createdAt.slice(0, 10) }),
  )
  const landscape = { run: id, at: createdAt, report: files.report ?? files.summary }
  await edit(files.landscape, (text) =>
    addToLandscape(text, entitiesOf(synthesis), { run: landscape, file: files.landscape }),
  )
  return editor
}

/** Names of findings: what one sentence alone mentions is hardly part of a landscape. */
function entitiesOf({ findings, evidence }: Synthesis): readonly LandscapeEntity[] {
  const proofs = new Map(evidence.map((one) => [one.id, one]))
  const found = new Map<string, Set<string>>()
  for (const { evidence: ids } of findings)
    for (const id of ids)
      for (const { text, kind } of findEntities(proofs.get(id)?.quote ?? ''))
        if (kind === 'name' || kind === 'acronym') found.set(text, (found.get(text) ?? new Set()).add(id))
  return [...found]
    .filter(([, ids]) => ids.size >= 2)
    .map(([name, ids]) => ({ name, evidence: [...ids] }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
