import { glob } from 'node:fs/promises'
import { type SpacePaths, plainPath, writtenPathRefusal } from '@datacortex/platform'
import { readTask } from '@datacortex/router'
import { wordsOf } from '@datacortex/text'

/** What a task is, as conditions ask for it. */
export type AskedTask = {
  readonly task: string
  /** Beside those that stand in the task, such as `AI:research`. */
  readonly tags?: readonly string[] | undefined
  /** Id of the skill that is asked for. */
  readonly skill?: string | undefined
}

const always = /^(?:before[_ -]?execution|always|on[_ -]?start)$/i
const condition = /^(?<not>not\s+)?(?:(?<kind>tags?|file|task|skill)\s*[:=]\s*(?<what>.+)|(?<tag>:.+:))$/is

/**
 * Whether the `when` of a contextual query holds for a task; undefined if it is no condition that is known, or none of the
 * first `mostNames` names that a pattern would have to look at has it.
 *
 * Conditions are `before_execution` (or `always`), `tag: AI:research`, `file: PATH` (also a pattern), `skill: ID` and
 * `task: KIND` (`url`, `question`, or a word or tag of the task), each with `not` before it, and several with `and`.
 * @example await whenHolds('tag: research and not file: plan.md', { paths, task: 'Look at tides :research:' })
 */
export async function whenHolds(when: string, asked: Asked): Promise<boolean | undefined> {
  let holds = true
  for (const part of when.trim().split(/\s+and\s+/i)) {
    if (always.test(part)) continue
    const { not, kind = 'tag', what = '', tag = what } = condition.exec(part)?.groups ?? {}
    if (tag === '') return undefined
    const isTrue = await isSo(kind.toLowerCase(), tag.trim().replaceAll(/^["']|["']$/g, ''), asked)
    if (isTrue === undefined) return undefined
    if (isTrue !== (not === undefined)) holds = false
  }
  return holds
}

type Asked = AskedTask & { readonly paths: SpacePaths; readonly mostNames?: number | undefined }

async function isSo(kind: string, what: string, asked: Asked): Promise<boolean | undefined> {
  const { task, skill } = asked
  const wanted = what.replaceAll(/^[#:]+|:+$/g, '').toLowerCase()
  if (kind === 'file') return await isPresent(what, asked)
  if (kind === 'skill') return skill?.toLowerCase() === wanted
  const hasTag = taskTags(asked).some((tag) => `:${tag}:`.includes(`:${wanted}:`))
  if (kind !== 'task' || hasTag) return hasTag
  if (wanted === 'url') return /\bhttps?:\/\/\S/i.test(task)
  if (wanted === 'question') return /[?？]\s*$/.test(task)
  return skill?.toLowerCase() === wanted || wordsOf(task).includes(wanted)
}

/** Tags of a task, those that stand in it and those given beside it: `ai:research`. */
export function taskTags({ task, tags = [] }: AskedTask): readonly string[] {
  const given = tags.flatMap((tag) => readTask(`:${tag.replaceAll(/^[#:\s]+|[:\s]+$/g, '')}:`).paths)
  return [...new Set([...readTask(task).paths, ...given].map((path) => path.join(':')))]
}

async function isPresent(path: string, { paths: { root }, mostNames = 50_000 }: Asked): Promise<boolean | undefined> {
  if (writtenPathRefusal(path) !== undefined) return false
  let seen = 0
  const exclude = (): boolean => (seen += 1) > mostNames
  for await (const _ of glob(plainPath(path), { cwd: root, exclude })) return true
  return seen > mostNames ? undefined : false
}
