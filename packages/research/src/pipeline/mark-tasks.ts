import { markDone, setProperties } from '../gtd/edit-org.ts'
import { type OrgFile, readOrg } from '../gtd/read-org.ts'
import { failedProperty } from '../gtd/research-queue.ts'
import type { FileEditor } from './file-editor.ts'
import type { TaskOfResearch } from './research-options.ts'
import type { RunInProgress } from './research-ports.ts'

export type TaskOutcome = {
  /** Report or summary; absent if nothing was read. */
  readonly output?: string | undefined
  /** The zettels that each address gave. */
  readonly zettelsOf: ReadonlyMap<string, readonly string[]>
  /** Addresses that were read, and those of metrics; where there is none at all, no task is done. */
  readonly read: readonly string[]
  /** Why others were not, by address. */
  readonly unread: ReadonlyMap<string, string>
}

/** Marks the tasks that asked for a run as done; one of which nothing was read stays open, and says why. */
export async function markTasks(
  outcome: TaskOutcome,
  { run, config, editor }: Pick<RunInProgress, 'run' | 'config'> & { editor: FileEditor },
): Promise<void> {
  const { createdAt } = run.record
  const { problems } = editor
  const asked = [...(config.task === undefined ? [] : [config.task]), ...(config.tasks ?? [])]
  for (const [file, tasks] of Map.groupBy(asked, (task) => task.file))
    await editor.edit(file, (text) =>
      tasks.reduce((edited, task) => marked(edited, { task, outcome, createdAt, problems }), text),
    )
}

type MarkOptions = Pick<FileEditor, 'problems'> & {
  readonly task: TaskOfResearch
  readonly outcome: TaskOutcome
  readonly createdAt: string
}

function marked(text: string, { task, outcome, createdAt, problems }: MarkOptions): string {
  const { output, zettelsOf, read, unread } = outcome
  const { title, urls = [] } = task
  // A topic alone is done by all that was found.
  const own = urls.length === 0 ? [...zettelsOf.values()] : urls.map((url) => zettelsOf.get(url) ?? [])
  const zettels = [...new Set(own.flat())]
  const file = readOrg(text)
  const headings = headingsOf(file, task, output)
  if (headings === undefined) {
    problems.push(`there is no task "${title}" any more`)
    return text
  }
  const wasRead = urls.length === 0 ? read.length > 0 : urls.some((url) => read.includes(url))
  const reason = urls.map((url) => unread.get(url)).find((one) => one !== undefined) ?? 'nothing could be read'
  if (!wasRead) problems.push(`the task "${title}" is still open: ${reason}`)
  const properties = {
    ...(output === undefined ? {} : { OUTPUT: output }),
    ...(zettels.length === 0 ? {} : { ZETTELS: zettels.join(' ') }),
  }
  // From the last one on, so that the places of the others stay.
  return headings.toReversed().reduce((before, heading) => {
    const edited = wasRead
      ? markDone({ ...file, text: before }, heading, { at: createdAt, properties })
      : setProperties({ ...file, text: before }, heading, { [failedProperty]: `${createdAt.slice(0, 10)} ${reason}` })
    problems.push(...edited.problems.filter((problem) => !problems.includes(problem)))
    return edited.text
  }, text)
}

/** The headings that a task means: the first open one of its title, or all open ones with its addresses. */
function headingsOf({ headings }: OrgFile, { title, urls = [] }: TaskOfResearch, output: string | undefined) {
  const ofTitle = headings.filter((one) => one.title === title)
  const withAddress = ofTitle.filter(({ links }) => urls.some((url) => links.includes(url)))
  const own = withAddress.length > 0 ? withAddress : ofTitle
  const [first] = own
  if (first === undefined) return undefined
  const open = own.filter(({ isDone }) => !isDone)
  if (withAddress.length > 0 && open.length > 0) return open
  if (output !== undefined && own.some(({ drawer }) => drawer?.properties['OUTPUT']?.value === output)) return []
  return [open[0] ?? first]
}
