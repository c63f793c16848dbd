import type { OrgTask } from './org-task.ts'

type Dependency = { readonly kind: 'BLOCKS' | 'AFTER'; readonly name: string; readonly label: string }

/**
 * Reads `DEPENDS_ON`: a line each, `BLOCKS ID "label"` or `AFTER ID "label"` for another task, `WAITING "text"` for anything
 * else. The task that has the line is the one that waits; without a word before it an id counts as `BLOCKS`.
 */
export function dependenciesOf({ properties }: Pick<OrgTask, 'properties'>) {
  const on: Dependency[] = []
  let outside: string | undefined
  for (const line of (properties['DEPENDS_ON'] ?? '').split('\n')) {
    const [, word = 'BLOCKS', name = '', label = ''] =
      /^\s*(?:[-*]\s*)?(?:(BLOCKS|AFTER|WAITING)\s+)?("[^"]*"|\S+)(?:\s+"([^"]*)")?/.exec(line) ?? []
    if (name === '') continue
    if (word === 'WAITING') outside = name.replaceAll('"', '')
    else on.push({ kind: word === 'AFTER' ? 'AFTER' : 'BLOCKS', name: name.toLowerCase(), label: label || name })
  }
  return { on, outside }
}

/** The tasks that wait for each other in a circle: the circle of each, by its titles. */
export function circles(tasks: readonly OrgTask[]): ReadonlyMap<OrgTask, string> {
  const byName = new Map(tasks.flatMap((task) => task.names.map((name) => [name, task] as const)))
  const waitsFor = (task: OrgTask): readonly OrgTask[] =>
    dependenciesOf(task).on.flatMap(({ name }) => byName.get(name) ?? [])
  const found = new Map<OrgTask, string>()
  const state = new Map<OrgTask, 'open' | 'closed'>()
  for (const start of tasks) {
    if (state.has(start)) continue
    // No recursion: a chain may be as long as a file.
    const path: { readonly task: OrgTask; readonly next: OrgTask[] }[] = [{ task: start, next: [...waitsFor(start)] }]
    state.set(start, 'open')
    while (path.length > 0) {
      const last = path.at(-1)
      const next = last?.next.shift()
      if (last === undefined || next === undefined) {
        if (last !== undefined) state.set(last.task, 'closed')
        path.pop()
      } else if (state.get(next) === 'open') {
        const circle = path.slice(path.findIndex(({ task }) => task === next)).map(({ task }) => task)
        const said = [...circle, next].map(({ heading }) => heading.title).join(' → ')
        for (const task of circle) if (!found.has(task)) found.set(task, said)
      } else if (!state.has(next)) {
        state.set(next, 'open')
        path.push({ task: next, next: [...waitsFor(next)] })
      }
    }
  }
  return found
}
