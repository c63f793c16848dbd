import { editTask, readOrg } from '@datacortex/research'
import { movedOn } from './org-time.ts'
import { type OrgTask, tasksOf } from './org-task.ts'

/**
 * Makes a task of each template that is due, right behind it, and moves the template on to its next time after now: a time
 * that was missed is not made up. Nothing else of the file changes.
 * @param isApproved - Whether a template may be used.
 * @returns The text, and the digests of the new tasks with that of their template.
 * @example fromTemplates(text, { file, now: Date.now(), isApproved: () => true }).text
 */
export function fromTemplates(
  text: string,
  { file, now, isApproved }: { file: string; now: number; isApproved: (task: OrgTask) => boolean },
): { readonly text: string; readonly made: readonly OrgTask[] } {
  const isDue = ({ isRecurring, heading, scheduled }: OrgTask): boolean =>
    isRecurring &&
    !heading.isDone &&
    !heading.hasBrokenDrawer &&
    scheduled?.repeater !== undefined &&
    scheduled.at <= now
  let edited = text
  const titles: string[] = []
  // Places before a change stay as they are.
  for (const task of tasksOf(readOrg(text), file).toReversed()) {
    if (!isDue(task) || !isApproved(task)) continue
    const org = readOrg(edited)
    const { start } = task.heading
    const after =
      org.headings.find((one) => one.start > start && one.level <= task.heading.level)?.start ?? edited.length
    const feed = edited.includes('\r\n') ? '\r\n' : '\n'
    const gap = edited.slice(0, after).endsWith('\n') ? '' : feed
    edited = edited.slice(0, after) + gap + instanceOf(text, task).join(feed) + feed + edited.slice(after)
    const moved = editTask({ ...org, text: edited }, task.heading, { planning: (line) => movedOn(line, now) })
    edited = moved.text
    titles.push(task.heading.title)
  }
  const before = new Set(tasksOf(readOrg(text), file).map(({ digest }) => digest))
  const made = tasksOf(readOrg(edited), file).filter(
    ({ digest, properties, heading }) =>
      !before.has(digest) && properties['CREATED_BY'] === 'template' && titles.includes(heading.title),
  )
  return { text: edited, made }
}

function instanceOf(text: string, { heading, properties, scheduled }: OrgTask): readonly string[] {
  const tags = heading.tags.filter((tag) => tag.toLowerCase() !== 'recurring')
  const due = new Date(scheduled?.at ?? 0)
  const own = Object.entries(properties).filter(
    ([name]) => !/^(?:ID|NIGHTSHIFT_.*|OUTPUT|ZETTELS|LAST_REPEAT)$/.test(name),
  )
  const body = text.slice(heading.drawer?.end ?? heading.planning?.end ?? heading.headlineEnd, heading.end).trim()
  return [
    `${'*'.repeat(heading.level)} TODO ${heading.title}${tags.length === 0 ? '' : ` :${tags.join(':')}:`}`,
    ':PROPERTIES:',
    ...own.flatMap(([name, value]) =>
      value.includes('\n') ? [`:${name}: |`, ...value.split('\n')] : [`:${name}: ${value}`],
    ),
    ':CREATED_BY: template',
    `:DUE: ${due.toISOString()}`,
    ':END:',
    ...(body === '' ? [] : [body]),
  ]
}
