import { CodedError } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import { findEntities } from '@datacortex/knowledge-extractor/text'
import { addTasks, markDone, setProperties } from '../gtd/edit-org.ts'
import { addJournalEntry } from '../gtd/journal-entry.ts'
import { addToLandscape } from '../gtd/landscape.ts'
import type { LandscapeEntity } from '../gtd/landscape.ts'
import { readOrg } from '../gtd/read-org.ts'
import { failedProperty } from '../gtd/research-queue.ts'
import type { Synthesis } from '../synthesis/types.ts'
import type { RunInProgress } from './discover.ts'
import type { ResearchFiles } from './research-files.ts'
import type { TaskOfResearch } from './research-options.ts'

/** What is kept of a run beside its texts. */
export type StoredOutputs = {
  /** Files of the space that were changed. */
  readonly changed: readonly string[]
  /** What could not be written, and why; nothing of it is lost, since the report has it too. */
  readonly problems: readonly string[]
}

/** What the files of a space are told about a run. */
export type StoreOptions = {
  readonly files: ResearchFiles
  readonly synthesis: Synthesis
  readonly actionItems: readonly string[]
  readonly zettels: readonly string[]
  readonly literatureNotes: readonly string[]
  /** Addresses that were read; where there is none at all, no task is done. */
  readonly read: readonly string[]
  /** Why others were not, by address. */
  readonly unread: ReadonlyMap<string, string>
}

/**
 * Puts action items into the inbox, marks the task that asked for the research as done, and tells the journal and the
 * landscape. Each file is changed by itself: one that can't be is named, and the others are.
 */
export async function storeOutputs(options: StoreOptions, progress: RunInProgress): Promise<StoredOutputs> {
  const { files, synthesis } = options
  const { run, config } = progress
  const { id, createdAt } = run.record
  const changed: string[] = []
  const problems: string[] = []
  const edit = async (path: string, change: (text: string) => string): Promise<void> => {
    try {
      if (await editFile(path, change, progress)) changed.push(path)
    } catch (error) {
      progress.signal.throwIfAborted()
      // On a full disk nothing can be kept, so the run is gone on with later.
      if (!CodedError.is(error) || error.code === 'PLATFORM_FILE_UNWRITABLE') throw error
      problems.push(error.message)
    }
  }
  const properties = {
    CREATED: createdAt,
    RESEARCH: id,
    ...(files.report === undefined ? {} : { SOURCE: files.report }),
  }
  const tasks = options.actionItems.map((title) => ({ title, properties }))
  if (tasks.length > 0) await edit(files.inbox, (text) => addTasks(readOrg(text), tasks))
  const asked = [...(config.task === undefined ? [] : [config.task]), ...(config.tasks ?? [])]
  for (const [file, tasksOfFile] of Map.groupBy(asked, (task) => task.file))
    await edit(file, (text) =>
      tasksOfFile.reduce((edited, task) => taskDone(edited, { task, options, createdAt, problems }), text),
    )
  const links = [files.report ?? files.summary, ...options.literatureNotes].map((path) => path.replace(/\.md$/, ''))
  const summary = `${synthesis.findings.length} findings from ${synthesis.sources.filter(({ read }) => read).length} sources.`
  await edit(files.journal, (text) =>
    addJournalEntry(text, { run: id, topic: config.topic, summary, links }, { date: createdAt.slice(0, 10) }),
  )
  const landscape = { run: id, at: createdAt, report: files.report ?? files.summary }
  await edit(files.landscape, (text) =>
    addToLandscape(text, entitiesOf(synthesis), { run: landscape, file: files.landscape }),
  )
  return { changed, problems }
}

/** A task of which nothing was read stays open, and says why. */
function taskDone(
  text: string,
  {
    task: { title, urls = [] },
    options: { files, zettels, read, unread },
    createdAt,
    problems,
  }: {
    readonly task: TaskOfResearch
    readonly options: StoreOptions
    readonly createdAt: string
    readonly problems: string[]
  },
): string {
  const output = files.report ?? files.summary
  const file = readOrg(text)
  const ofTitle = file.headings.filter((one) => one.title === title)
  if (ofTitle.some(({ drawer }) => drawer?.properties['OUTPUT']?.value === output)) return text
  const heading = ofTitle.find(({ isDone }) => !isDone) ?? ofTitle[0]
  if (heading === undefined) {
    problems.push(`there is no task "${title}" any more`)
    return text
  }
  const wasRead = urls.length === 0 ? read.length > 0 : urls.some((url) => read.includes(url))
  const reason = urls.map((url) => unread.get(url)).find((one) => one !== undefined) ?? 'nothing could be read'
  if (!wasRead) problems.push(`the task "${title}" is still open: ${reason}`)
  const edited = wasRead
    ? markDone(file, heading, {
        at: createdAt,
        properties: { OUTPUT: output, ...(zettels.length === 0 ? {} : { ZETTELS: zettels.join(' ') }) },
      })
    : setProperties(file, heading, { [failedProperty]: `${createdAt.slice(0, 10)} ${reason}` })
  problems.push(...edited.problems.filter((problem) => !problems.includes(problem)))
  return edited.text
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

/** Reads, changes and writes one file if nobody changed it meanwhile; once more if somebody did. */
async function editFile(
  path: string,
  change: (text: string) => string,
  { ports, signal }: RunInProgress,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await ports.readFile(path)
    const text = change(before ?? '')
    if (text === (before ?? '')) return false
    try {
      await ports.writes.write({ path, text, expected: before === undefined ? 'absent' : sha256(before) }, { signal })
      return true
    } catch (error) {
      if (!CodedError.is(error, 'WRITES_CONFLICT') || attempt === 2) throw error
    }
  }
}
