import { circles, dependenciesOf } from './depends-on.ts'
import { orgDay } from './org-time.ts'
import type { OrgTask } from './org-task.ts'

/** Why an open task is not done now. */
export type WaitingTask = {
  readonly task: OrgTask
  readonly kind: 'approval' | 'review' | 'later' | 'depends' | 'circle' | 'template' | 'held'
  readonly reason: string
}

/** What of the open tasks can be done now, in this order, and what waits. */
export type TaskPlan = {
  readonly ready: readonly OrgTask[]
  /** What can be done when these are, in an order in which each comes after what it depends on. */
  readonly after: readonly OrgTask[]
  readonly waiting: readonly WaitingTask[]
}

export type PlanOptions = {
  readonly now: number
  /** Whether the user wrote a task or said yes to it; the reason why not. */
  readonly unapproved: (task: OrgTask) => string | undefined
  /** The name of this machine: what another one works on is left to it for two hours. */
  readonly machine?: string | undefined
}

/**
 * Orders the open tasks for agents: what is approved, due and not blocked, by priority, deadline and place.
 * @example planTasks(tasks, { now: Date.now(), unapproved: () => undefined }).ready
 */
export function planTasks(tasks: readonly OrgTask[], { now, unapproved, machine }: PlanOptions): TaskPlan {
  const open = tasks.filter(({ heading }) => !heading.isDone)
  const waiting: WaitingTask[] = []
  const circle = circles(open)
  const candidates = open.filter((task) => {
    const why = whyNot(task, { now, circle, unapproved, machine })
    if (why !== undefined) waiting.push({ task, ...why })
    return why === undefined
  })
  const sorted = candidates.toSorted(
    (one, other) =>
      one.heading.priority - other.heading.priority ||
      (one.deadline?.at ?? Number.MAX_VALUE) - (other.deadline?.at ?? Number.MAX_VALUE) ||
      (one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line),
  )
  const { waves, blocked } = inWaves(sorted, tasks)
  const [ready = [], ...after] = waves
  return { ready, after: after.flat(), waiting: [...waiting, ...blocked] }
}

type WhyNot = PlanOptions & { readonly circle: ReadonlyMap<OrgTask, string> }

const claimHoldsMs = 2 * 3_600_000

function whyNot(task: OrgTask, { now, circle, unapproved, machine }: WhyNot): Omit<WaitingTask, 'task'> | undefined {
  const { heading, scheduled, isRecurring, properties } = task
  const keyword = heading.keyword?.text ?? ''
  if (heading.hasBrokenDrawer)
    return { kind: 'held', reason: 'its drawer has no :END:, so nothing could be put into it' }
  if (keyword === 'REVIEW')
    return { kind: 'review', reason: properties['NIGHTSHIFT_REASON'] ?? 'it waits for you to look at what was done' }
  if (keyword === 'WAITING' || keyword === 'HOLD') return { kind: 'held', reason: `it is set to ${keyword}` }
  const unseen = unapproved(task)
  if (unseen !== undefined) return { kind: 'approval', reason: unseen }
  if (isRecurring) return { kind: 'template', reason: templateReason(task) }
  const by = properties['NIGHTSHIFT_EXECUTOR'] ?? machine
  const isFresh = now - Date.parse(properties['NIGHTSHIFT_STARTED'] ?? '') < claimHoldsMs
  if (keyword === 'WORKING' && by !== machine && isFresh) return { kind: 'held', reason: `${by} works on it` }
  if (scheduled !== undefined && scheduled.at > now)
    return { kind: 'later', reason: `it is scheduled for ${orgDay(new Date(scheduled.at))}` }
  const round = circle.get(task)
  if (round !== undefined) return { kind: 'circle', reason: `it waits for itself: ${round}` }
  const { outside } = dependenciesOf(task)
  return outside === undefined ? undefined : { kind: 'depends', reason: `it waits for: ${outside}` }
}

function templateReason({ scheduled }: OrgTask): string {
  if (scheduled?.repeater === undefined)
    return 'a template needs SCHEDULED with a repeater, such as <2026-11-28 Sat +1w>'
  return `it is a template, next due on ${orgDay(new Date(scheduled.at))}`
}

/** What depends on another ready task comes after it; what depends on one that is not done in this night waits. */
function inWaves(sorted: readonly OrgTask[], all: readonly OrgTask[]) {
  const byName = new Map(all.flatMap((task) => task.names.map((name) => [name, task] as const)))
  const placed = new Set<OrgTask>()
  const waves: OrgTask[][] = []
  let left = sorted
  for (;;) {
    const open = new Set(left)
    const isFree = (task: OrgTask): boolean =>
      dependenciesOf(task).on.every(({ kind, name }) => {
        const target = byName.get(name)
        if (target === undefined) return kind === 'AFTER'
        return placed.has(target) || isDone(target) || (kind === 'AFTER' && !open.has(target))
      })
    const wave = left.filter(isFree)
    if (wave.length === 0) return { waves, blocked: left.map((task) => blockedBy(task, { byName, placed })) }
    for (const task of wave) placed.add(task)
    waves.push(wave)
    left = left.filter((task) => !placed.has(task))
  }
}

function isDone({ heading }: OrgTask): boolean {
  return heading.isDone && heading.keyword?.text !== 'FAILED'
}

function blockedBy(
  task: OrgTask,
  { byName, placed }: { readonly byName: ReadonlyMap<string, OrgTask>; readonly placed: ReadonlySet<OrgTask> },
): WaitingTask {
  const unmet = dependenciesOf(task).on.flatMap(({ name, label }) => {
    const target = byName.get(name)
    if (target === undefined) return [`${label}, which is nowhere in these files`]
    return isDone(target) || placed.has(target)
      ? []
      : [`“${target.heading.title}”, which is ${target.heading.keyword?.text ?? 'open'}`]
  })
  return { task, kind: 'depends', reason: `it depends on ${unmet.join(' and ')}` }
}
