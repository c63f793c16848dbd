import { CodedError } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import { findEntities } from '@datacortex/knowledge-extractor/text'
import { addTasks, markDone } from '../gtd/edit-org.ts'
import { addJournalEntry } from '../gtd/journal-entry.ts'
import { addToLandscape } from '../gtd/landscape.ts'
import type { LandscapeEntity } from '../gtd/landscape.ts'
import { readOrg } from '../gtd/read-org.ts'
import type { Synthesis } from '../synthesis/types.ts'
import type { RunInProgress } from './discover.ts'
import type { ResearchFiles } from './research-files.ts'

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
  if (config.task !== undefined) {
    const { file, title } = config.task
    await edit(file, (text) => taskDone(text, { title, options, createdAt, problems }))
  }
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

function taskDone(
  text: string,
  {
    title,
    options: { files, zettels },
    createdAt,
    problems,
  }: {
    readonly title: string
    readonly options: StoreOptions
    readonly createdAt: string
    readonly problems: string[]
  },
): string {
  const file = readOrg(text)
  const heading = file.headings.find((one) => one.title === title)
  if (heading === undefined) {
    problems.push(`there is no task "${title}" any more`)
    return text
  }
  const done = markDone(file, heading, {
    at: createdAt,
    properties: {
      OUTPUT: files.report ?? files.summary,
      ...(zettels.length === 0 ? {} : { ZETTELS: zettels.join(' ') }),
    },
  })
  problems.push(...done.problems)
  return done.text
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
