import { tagPath } from './tag-path.ts'

/** Longest text that patterns and meaning look at, in UTF-16 units. */
export const taskTextLimit = 4000

// Org's own signs for tags, and `-`, which registries use.
const group = String.raw`:(?:[\p{L}\p{M}\p{N}_@#%-]+:)+`
const groups = String.raw`${group}(?:[ \t]+${group})*`
const tagsAtStart = new RegExp(String.raw`^${groups}(?=[ \t]|$)`, 'u')
const tagsAtEnd = new RegExp(String.raw`(?<=^|[ \t])${groups}[ \t]*$`, 'u')
const headingMark =
  /^\*+(?:[ \t]+|$)(?:(?:TODO|NEXT|WAIT|WAITING|DOING|STARTED|HOLD|SOMEDAY|DONE|CANCELED|CANCELLED)(?:[ \t]+|$))?(?:\[#[A-Z0-9]\](?:[ \t]+|$))?/
// As Markdown and org write what is to be done.
const listMark = /^(?:[-+][ \t]+|(?:\*[ \t]+|\d{1,9}[.)][ \t]+)(?=\[[ xX-]\]))(?:\[[ xX-]\](?:[ \t]+|$))?/
const drawerBegin = /^\s*:(?:PROPERTIES|LOGBOOK):\s*$/i
const drawerEnd = /^\s*:END:\s*$/i

/**
 * Takes a task apart: what it says, and the tags that stand at the start or end of its first line or at its end.
 * @example readTask('Look at tides :AI:research:').paths // [['ai', 'research']]
 */
export function readTask(task: string) {
  const trimmed = withoutDrawers(task.trim()).trim()
  const end = trimmed.indexOf('\n')
  const first = readLine(end === -1 ? trimmed : trimmed.slice(0, end).trimEnd())
  const body = end === -1 ? '' : trimmed.slice(end + 1)
  const lastLine = body.slice(body.lastIndexOf('\n') + 1)
  // Of a drawer that people write in, such as `:NOTES:`, which is no tag either.
  const last = drawerEnd.test(lastLine) ? undefined : tagsOf(lastLine, tagsAtEnd)
  const rest = last === undefined ? body : body.slice(0, body.length - last.length)
  const paths = [...first.tags, ...(last === undefined ? [] : [last])].map(tagPath).filter((path) => path.length > 0)
  const whole = `${first.text}\n${rest}`
  const kept = cutText(whole)
  return { text: normalText(kept.text), paths, cut: kept.cut, whole: normalText(whole) }
}

export type ReadTask = ReturnType<typeof readTask>

function normalText(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim()
}

/** What stands in a drawer is for programs, its end looks like a tag, and its clock lines may be longer than the task. */
function withoutDrawers(text: string): string {
  if (!text.includes(':')) return text
  const kept: string[] = []
  // Of a drawer that has no end yet; one that never ends is none.
  let open: string[] | undefined
  for (const line of text.split('\n')) {
    if (open === undefined && drawerBegin.test(line)) open = [line]
    else if (open === undefined) kept.push(line)
    else if (drawerEnd.test(line)) open = undefined
    else open.push(line)
  }
  return [...kept, ...(open ?? [])].join('\n')
}

function readLine(line: string): { readonly text: string; readonly tags: readonly string[] } {
  const unmarked = line.slice((listMark.exec(line) ?? headingMark.exec(line))?.[0].length ?? 0)
  const atEnd = tagsOf(unmarked, tagsAtEnd)
  const text = atEnd === undefined ? unmarked : unmarked.slice(0, unmarked.length - atEnd.length)
  const atStart = tagsOf(text, tagsAtStart)
  return {
    text: text.slice(atStart?.length ?? 0).trim(),
    tags: [atStart, atEnd].filter((tags) => tags !== undefined),
  }
}

// Tags stand at an edge: the middle of a line of megabytes is not searched.
const tagRoom = 2000

function tagsOf(line: string, place: RegExp): string | undefined {
  return place.exec(place === tagsAtStart ? line.slice(0, tagRoom) : line.slice(-tagRoom))?.[0]
}

function cutText(text: string): { readonly text: string; readonly cut: boolean } {
  if (text.length <= taskTextLimit) return { text, cut: false }
  // Not between the two halves of a character.
  return { text: text.slice(0, taskTextLimit).replace(/[\uD800-\uDBFF]$/, ''), cut: true }
}
