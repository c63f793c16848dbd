import { join } from 'node:path'
import { type Approvable, type SpacePaths, approvalOf, approve, namesIn, sha256, userPaths } from '@datacortex/platform'
import type { OrgTask } from '@datacortex/nightshift'
import { ownLines } from './own-lines.ts'

export type TaskApprovals = {
  /** Why a task may not run while nobody watches; undefined if it may. */
  readonly unapproved: (task: OrgTask) => Promise<string | undefined>
  readonly approve: (task: OrgTask) => Promise<void>
  /** Sees what was said and edited since. */
  readonly look: () => Promise<void>
}

/**
 * The yes to tasks, which lies in the user's own folder: one file for what exactly is asked for, in this space. `own`: whether
 * what was committed on this machine, or edited since, counts as the user's word.
 */
export async function taskApprovals(
  paths: SpacePaths,
  { own, readFile }: { own: 'none' | 'commits' | 'edits'; readFile: (path: string) => Promise<string | undefined> },
): Promise<TaskApprovals> {
  const said = async (): Promise<Set<string>> =>
    new Set((await namesIn(join(userPaths().config, 'approved-tasks'))).map((name) => name.replace(/\.json$/, '')))
  let known = await said()
  const mine = new Map<string, ReturnType<typeof ownLines>>()
  return {
    look: async () => {
      known = await said()
      mine.clear()
    },
    unapproved: async (task) => {
      const thing = approvable(paths, task)
      // Most have none, and to look for the file of each would take longer than all else.
      if (known.has(thing.digest) && (await approvalOf(thing)) !== undefined) return undefined
      const brought = broughtBy(task)
      if (brought === undefined && own !== 'none') {
        const { file, line, heading } = task
        const lines = mine.get(file) ?? ownLines(paths, { file, own, text: await readFile(file) })
        mine.set(file, lines)
        const isMine = (await lines)?.(line, heading) ?? false
        if (isMine) return undefined
      }
      return brought ?? 'you have not approved it'
    },
    approve: async (task) => {
      const thing = approvable(paths, task)
      await approve(thing)
      known.add(thing.digest)
    },
  }
}

/** What is not the user's word, however it came into the file. */
function broughtBy({ properties }: OrgTask): string | undefined {
  if (properties['RESEARCH'] !== undefined)
    return `research brought it (${properties['RESEARCH']}), and you have not approved it`
  return undefined
}

function approvable({ root, trust }: SpacePaths, { digest, file, heading, properties, text }: OrgTask): Approvable {
  const folder = trust.boundTo ?? root
  const facts = { folder, title: heading.title, id: properties['ID'] ?? '', text: text.slice(0, 20_000) }
  return { kind: 'approved-tasks', at: file, facts, digest: sha256(JSON.stringify([folder, facts.id, digest])) }
}
