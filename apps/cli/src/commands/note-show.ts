import { shellWord } from '@datacortex/platform'
import type { InputOf, OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** Arguments of `note show`. */
export type NoteShowOptions = Pick<InputOf<'notes.read'>, 'from' | 'lines'> & {
  /** Paths, titles, aliases or links. */
  readonly names: readonly string[]
}

/** `datacortex note show NOTE...`: texts of notes, their fields, and what they are linked with. */
export async function noteShow(context: Context, { names, from, lines }: NoteShowOptions): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.notes.read({ notes: names, from, lines })
  const { notes, missing } = data
  return {
    data,
    lines: [
      ...notes.flatMap((note, place) => [...(place === 0 ? [] : ['']), ...noteLines(note)]),
      ...missing.flatMap(({ message, hint }) => [`missing    ${message}`, `hint       ${hint}`]),
    ],
    exitCode: missing.length > 0 ? 1 : 0,
  }
}

function noteLines({
  path,
  title,
  type,
  tags,
  text,
  start,
  end,
  lines,
  links,
  backlinks,
}: OutputOf<'notes.read'>['notes'][number]): readonly string[] {
  const isPart = start > 1 || end < lines
  const part = end < start ? 'no line of it' : `lines ${start}–${end} of ${lines}`
  const facts = [title, type, ...tags.map((tag) => `#${tag}`), ...(isPart ? [part] : [])]
  const around = [
    ...(links.length > 0 ? [count(links.length, 'link')] : []),
    ...(backlinks.length > 0 ? [count(backlinks.length, 'backlink')] : []),
  ]
  return [
    path,
    facts.join('  '),
    '',
    ...text.split('\n'),
    ...(around.length > 0 ? ['', `${around.join(', ')}: datacortex note links ${shellWord(path)}`] : []),
  ]
}
