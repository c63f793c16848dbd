import { type LinkGraph, withoutNoteEnding } from '@datacortex/notes'
import { type NoteFilter, matchesNote } from '../index/note-filter.ts'
import { askedDates } from './asked-dates.ts'
import { fileNames, foldName, isTelling, nameWords, noteNames } from './note-names.ts'
import { isDayAlone, noteDays } from './note-days.ts'

export type Called = {
  /** 3: the query is the name of its file, or its day; 2: its title; 1: an alias, or nearly so; 0: it says more than that. */
  readonly level: 0 | 1 | 2 | 3
  /** What it adds to the score that the query says the note's day. */
  readonly forDate: number
}

/** The notes that a query calls by name or day, by path, longest names first: they are found, however rare in it. */
export function calledNotes(graph: Pick<LinkGraph, 'notes'>, query: string, filter: NoteFilter) {
  const called = new Map<string, Called>()
  const add = (path: string, level: Called['level'], forDate = 0): void => {
    const note = graph.notes.get(path)
    const known = called.get(path)
    const hasRoom = known !== undefined || called.size < mostCalled
    if (note === undefined || !hasRoom || !matchesNote({ ...note, path }, filter)) return
    const higher = Math.max(level, known?.level ?? 0) as Called['level']
    called.set(path, { level: higher, forDate: Math.max(forDate, known?.forDate ?? 0) })
  }
  const { byWords, mostWords } = noteNames(graph)
  const whole = withoutNoteEnding(query.trim().replace(/^["“„«](.*)["”“»]$/su, '$1'))
  const words = nameWords(whole)
  for (const path of byWords.get(words.join(' ')) ?? []) add(path, levelOf(path, { graph, whole }))
  const { dates, rest } = askedDates(query)
  const level = (isDaily: boolean): Called['level'] => (dates.length > 1 || !isDayAlone(rest) ? 0 : isDaily ? 3 : 1)
  for (const date of dates)
    for (const { path, isDaily } of noteDays(graph).get(date) ?? [])
      add(path, level(isDaily), isDaily ? dailyWeight : dateWeight)
  const asked = words.slice(0, mostAsked)
  for (let length = Math.min(mostWords, asked.length); length > 0; length -= 1)
    for (let start = 0; start + length <= asked.length; start += 1) {
      const name = asked.slice(start, start + length).join(' ')
      const paths = byWords.get(name)
      if (paths !== undefined && isTelling(name)) for (const path of paths) add(path, 0)
    }
  return called
}

/** `C` is asked by the same words as `C++`, and is another name. */
function levelOf(path: string, { graph, whole }: { graph: Pick<LinkGraph, 'notes'>; whole: string }): Called['level'] {
  const folded = foldName(whole)
  const is = (name: string): boolean => foldName(name) === folded
  // Links call notes by their files, also where others have the name as a title.
  if (fileNames(path).some(is)) return 3
  return is(graph.notes.get(path)?.title ?? '') ? 2 : 1
}

/** The text of each is read. */
const mostCalled = 20
/** A task may be a page long. */
const mostAsked = 64
/** As much as a name. */
const dateWeight = 2
/** Who names a day among other words mostly wants what was written on it. */
const dailyWeight = 3
