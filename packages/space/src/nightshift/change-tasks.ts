import { randomUUID } from 'node:crypto'
import {
  type OrgTask,
  asOpen,
  changeTask,
  nightshiftError,
  noteEvent,
  orgDay,
  readNight,
  readTasks,
} from '@datacortex/nightshift'
import { readSettings } from '@datacortex/platform'
import { resolveAgent } from '@datacortex/registry'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { requireUser } from '../caller/require-right.ts'
import { catalogueWith } from '../dynamic/catalogue-with.ts'
import { spaceError } from '../errors.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { operation } from '../operation.ts'
import { dryRun, name, task as words } from '../schema.ts'
import type { Work } from '../work.ts'
import { type KnownTasks, type ShownTask, knownTasks, shownTask, taskNamed, withJobs } from './known-tasks.ts'

type Changed = {
  readonly tasks: readonly ShownTask[]
  readonly dry_run?: true | undefined
  readonly undo?: string | undefined
}

const changed = z.looseObject({ tasks: z.array(z.looseObject({ id: z.string(), title: z.string() })) })

export const addTask = operation({
  input: z.strictObject({
    task: words.describe('In plain words; what stands below the first line is its text.'),
    tags: z.array(name).max(20).optional().describe('Beside AI, such as research.'),
    at: z
      .union([z.iso.date(), z.iso.datetime({ local: true })], 'must be such as 2026-12-01 or 2026-12-01T09:00')
      .optional()
      .describe('Not before this day, or time of this machine.'),
    file: name.optional().describe('nightshift.org if left out.'),
    space: name.optional().describe('0-personal if left out.'),
    agent: name.optional().describe('Who does it; found by its words if left out.'),
    dry_run: dryRun,
  }),
  output: changed,
  run: async (work, { dry_run: isDry = false, ...asked }): Promise<Changed> => {
    requireUser(work.caller, 'nightshift add')
    const [title = '', ...rest] = asked.task.trim().split(/\r?\n/)
    if (title.trim() === '') throw spaceError('CLI_TASK_EMPTY', { command: 'nightshift add' })
    const space = await chooseSpaceFolder(work.paths, asked.space ?? '0-personal')
    const { file: given = 'nightshift.org' } = asked
    const file = given.includes('/') ? given : `${space}/org/${given}`
    const { files } = (await readSettings(work.paths)).nightshift
    if (!files.some((one) => (one.includes('/') ? one === file : /^\d+-[^/]+\/org\/(.+)$/.exec(file)?.[1] === one)))
      throw spaceError('CLI_USAGE', {
        message: `No night reads ${file}: nightshift.files has ${files.join(', ')}. Nothing was written.`,
        hint: 'Choose one of these, such as --file ai.org, or name it there in .datacore/settings.yaml.',
      })
    if (asked.agent !== undefined) {
      const { registry, idOf } = await catalogueWith(work, [asked.agent])
      resolveAgent(registry, idOf(asked.agent))
    }
    const id = randomUUID()
    const block = blockOf({ ...asked, title: title.trim(), body: rest, id })
    const whole = (text: string): string => `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${block}`
    if (isDry) return { tasks: shownOf(readTasks(block, file)), dry_run: true }
    const known = await knownTasks(work)
    let after = ''
    await known.ports.edit(file, (text) => (after = whole(text === '' ? header : text)))
    const added = readTasks(after, file).filter(({ properties }) => properties['ID'] === id)
    for (const task of added) await known.ports.approve(task)
    return { tasks: shownOf(added), undo: known.undoName() }
  },
})

// So that Emacs knows the states too.
const header = '#+TODO: TODO QUEUED WORKING REVIEW | DONE FAILED CANCELLED\n'

type NewTask = { readonly title: string; readonly body: readonly string[]; readonly id: string } & {
  readonly tags?: readonly string[] | undefined
  readonly at?: string | undefined
  readonly agent?: string | undefined
}

function blockOf({ title, body, id, tags = [], at, agent }: NewTask): string {
  const [, plain = title, own = ''] = /^(.*?)(?:[ \t]+(:(?:[\p{L}\p{M}\p{N}_@#%]+:)+))?$/u.exec(title) ?? []
  const all = ['AI', ...own.split(':'), ...tags.flatMap((tag) => tag.split(':'))]
  const clean = [...new Set(all.map((tag) => tag.replaceAll(/[^\p{L}\p{M}\p{N}_@#%]/gu, '_')))].filter(
    (tag) => tag !== '',
  )
  const when = at === undefined ? undefined : new Date(at.includes('T') ? at : `${at}T00:00`)
  const clock = at?.includes('T') === true ? ` ${at.slice(11, 16)}` : ''
  // A line of stars would be a heading of its own.
  const text = body
    .join('\n')
    .trim()
    .replaceAll(/^(?=\*+[ \t])/gm, ' ')
  return [
    `* TODO ${plain.replaceAll(/\s+/g, ' ')} :${clean.join(':')}:`,
    ...(when === undefined ? [] : [`SCHEDULED: <${orgDay(when)}${clock}>`]),
    ':PROPERTIES:',
    `:ID: ${id}`,
    `:CREATED: ${new Date().toISOString()}`,
    ...(agent === undefined ? [] : [`:AGENT: ${agent}`]),
    ':END:',
    ...(text === '' ? [] : [text]),
    '',
  ].join('\n')
}

function shownOf(tasks: readonly OrgTask[]): readonly ShownTask[] {
  return tasks.map((task) => shownTask(task, { waiting: [] }))
}

export const approveTasks = operation({
  input: z.strictObject({
    tasks: z.array(name).max(1000).optional().describe('Their ids, FILE:LINE or titles; all that wait if left out.'),
    yes: z.boolean().optional(),
    dry_run: dryRun,
  }),
  output: changed,
  run: async (
    work,
    { tasks: wanted = [], yes = false, dry_run: isDry = false },
  ): Promise<Changed & { readonly approved: number }> => {
    requireUser(work.caller, 'nightshift approve')
    const known = await knownTasks(work)
    const { waiting } = known.scanned
    const unseen = waiting.filter(({ kind }) => kind === 'approval').map(({ task }) => task)
    const meant = wanted.length === 0 ? unseen : wanted.map((one) => taskNamed(unseen, one))
    const tasks = meant.map((task) => shownTask(task, known.scanned))
    if (isDry) return { tasks, approved: 0, dry_run: true }
    if (meant.length > 0 && !yes) {
      const files: { path: string; text: string }[] = []
      for (const { file, line, heading } of meant) {
        const text = (await known.ports.readFile(file)) ?? ''
        files.push({ path: `${file}:${line}`, text: text.slice(heading.start, heading.end) })
      }
      const question =
        meant.length === 1
          ? 'May agents do this task while nobody watches?'
          : `May agents do these ${meant.length} tasks while nobody watches?`
      if (!(await agreed(work, question, { files }))) return { tasks, approved: 0 }
    }
    // Exactly what was shown, whatever the file says by now.
    for (const task of meant) await known.ports.approve(task)
    return { tasks, approved: meant.length }
  },
})

export const retryTask = operation({
  input: z.strictObject({ task: name.describe('Its id, its FILE:LINE, or its title.'), dry_run: dryRun }),
  output: changed,
  run: async (work, { task: wanted, dry_run: isDry = false }): Promise<Changed> => {
    requireUser(work.caller, 'nightshift retry')
    const known = await knownTasks(work)
    const task = taskNamed(known.scanned.tasks, wanted)
    refuseUnless(task, { wanted: 'done again', states: /^(?:DONE|FAILED|REVIEW|CANCELL?ED)$/ })
    if (!isDry) await reopen(work, known, [task])
    return { tasks: [shownTask(task, known.scanned)], ...(isDry ? { dry_run: true } : { undo: known.undoName() }) }
  },
})

export const redriveTasks = operation({
  input: z.strictObject({ dry_run: dryRun }),
  output: changed,
  run: async (work, { dry_run: isDry = false }): Promise<Changed> => {
    requireUser(work.caller, 'nightshift redrive')
    const known = await knownTasks(work)
    const failed = known.scanned.tasks.filter(
      ({ heading, id }) => heading.keyword?.text === 'FAILED' && id !== undefined,
    )
    if (!isDry) await reopen(work, known, failed)
    const tasks = failed.map((task) => shownTask(task, known.scanned))
    return { tasks, ...(isDry ? { dry_run: true } : { undo: known.undoName() }) }
  },
})

export const cancelTask = operation({
  input: z.strictObject({ task: name.describe('Its id, its FILE:LINE, or its title.'), dry_run: dryRun }),
  output: changed,
  run: async (work, { task: wanted, dry_run: isDry = false }): Promise<Changed> => {
    requireUser(work.caller, 'nightshift cancel')
    const known = await knownTasks(work)
    const task = taskNamed(known.scanned.tasks, wanted)
    if (task.heading.isDone) refuseUnless(task, { wanted: 'cancelled', states: /^$/ })
    const edit = { keyword: 'CANCELLED', endedAt: new Date().toISOString() }
    if (!isDry) {
      await withJobs(work, known, async (queue, jobs) => {
        for (const { id, key } of jobs) if (key !== undefined && key === task.id) await queue.cancel(id)
      })
      await known.ports.edit(task.file, (text) => changeTask(text, task, () => edit).text)
    }
    return { tasks: [shownTask(task, known.scanned)], ...(isDry ? { dry_run: true } : { undo: known.undoName() }) }
  },
})

async function reopen(work: Work, { ports, date }: KnownTasks, tasks: readonly OrgTask[]): Promise<void> {
  const night = await readNight(work.paths, date)
  for (const task of tasks) {
    await ports.edit(task.file, (text) => changeTask(text, task, asOpen).text)
    const had = night?.reports.find(({ id }) => id === task.id)
    // A night that has begun does it too.
    if (had !== undefined)
      await noteEvent(work.paths, date, {
        type: 'task',
        at: new Date().toISOString(),
        ...had,
        state: 'LEFT',
        reason: 'it is to be done again',
      })
    await ports.approve(task)
  }
}

function refuseUnless(task: OrgTask, { wanted, states }: { readonly wanted: string; readonly states: RegExp }): void {
  const state = task.heading.keyword?.text ?? ''
  if (states.test(state)) return
  const { id } = shownTask(task, { waiting: [] })
  throw nightshiftError('NIGHTSHIFT_TASK_STATE', { id, title: task.heading.title, state, wanted })
}
