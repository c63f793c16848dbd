import { shellWord } from '@datacortex/platform'
import type { InputOf, OutputOf, Space } from '@datacortex/space'
import { takenInRows, undoRows } from '@datacortex/space/words'
import { spaceError } from '@datacortex/space/errors'
import { columns, count } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { noteText } from '../arguments/note-text.ts'
import { commandOf } from '../command-of.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { localTime } from '../output/local-time.ts'

/** `datacortex note show NOTE...`: texts of notes; exit status 1 if some of several are missing. */
export const noteShow = commandOf('notes.read', ({ notes, missing }) => ({
  lines: [
    ...notes.flatMap((note, place) => [...(place === 0 ? [] : ['']), ...noteLines(note)]),
    ...missing.flatMap(({ message, hint }) => [`missing    ${message}`, `hint       ${hint}`]),
  ],
  exitCode: missing.length > 0 ? 1 : 0,
}))

function noteLines(note: OutputOf<'notes.read'>['notes'][number]): readonly string[] {
  const { path, title, type, tags, text, start, end, lines, links, backlinks } = note
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

export const noteLinks = commandOf('notes.links', ({ path, links, backlinks, unresolved, mentions = [] }) => {
  const rows = [
    ...links.map((one) => ['to', one.path, one.title]),
    ...backlinks.map((one) => ['from', one.path, one.title]),
    ...unresolved.map(({ target, line }) => ['nowhere', target, `line ${line}`]),
    ...mentions.map((one) => ['names it', `${one.path}:${one.line}`, one.title]),
  ]
  const counts = [count(links.length, 'link'), count(backlinks.length, 'backlink')]
  return [
    path,
    ...fittedColumns(rows, { width: outputWidth(), flexible: [2], paths: [1] }),
    [...counts, ...(unresolved.length > 0 ? [`${unresolved.length} to no note`] : [])].join(', '),
  ]
})

export const noteRecent = commandOf('notes.recent', ({ notes, total, remarks }) => {
  const rows = notes.map(({ path, title, modified }) => [localTime(modified), path, title])
  return [
    ...fittedColumns(rows, { width: outputWidth(), flexible: [2], paths: [1] }),
    ...remarks.map((remark) => `note       ${remark}`),
    notes.length < total ? `${notes.length} of ${count(total, 'note')}` : count(total, 'note'),
  ]
})

export const noteTags = commandOf('notes.tags', (data) => {
  const rows = data.tags.map(({ tag, notes }) => [`#${tag}`, count(notes, 'note')])
  return [...fittedColumns(rows, { width: outputWidth(), flexible: [0] }), count(data.total, 'tag')]
})

/** `-` as text for stdin, as for those below. */
export const noteNew = commandOf(
  'notes.write',
  (data, given) => {
    const same = (data.same_title ?? []).map((path) => ['same title', path])
    return writtenNote(data, [[given.dryRun ? 'would write' : 'written', data.path], ...same])
  },
  { ask: withText<'notes.write'> },
)

export const noteDaily = commandOf('notes.daily', (data, given) => {
  const done = data.created ? (given.dryRun ? 'would write' : 'written') : 'there already'
  return writtenNote(data, [[done, data.path], ...data.remarks.map((remark) => ['note', remark])])
})

export const noteAppend = commandOf(
  'notes.append',
  (data, given) => writtenNote(data, [[given.dryRun ? 'would add' : 'added', `${data.path}:${data.line}`]]),
  { ask: withText<'notes.append'> },
)

async function withText<Name extends 'notes.write' | 'notes.append' | 'notes.edit'>(
  given: Given<Name> & { readonly text: string },
  open: () => Promise<Space>,
): Promise<InputOf<Name>> {
  return asked<Name>({ ...given, text: await noteText((await open()).paths, given.text) })
}

export const noteEdit = commandOf(
  'notes.edit',
  (data, { dryRun }: Given<'notes.edit'>) => {
    const { path, line, before, after, changed } = data
    return writtenNote(data, [
      [changed ? (dryRun ? 'would change' : 'changed') : 'unchanged', `${path}:${line}`],
      ...(dryRun ? before.split('\n').map((one) => ['', `- ${one}`]) : []),
      ...(dryRun ? after.split('\n').map((one) => ['', `+ ${one}`]) : []),
    ])
  },
  {
    ask: async (given: Given<'notes.edit'>, open) => {
      const { old, text } = given
      if (old?.trim() === '')
        throw spaceError('CLI_USAGE', {
          message: '--old has no text. Nothing was written.',
          hint: 'datacortex note edit --help',
        })
      return old !== undefined && text.trim() === '' ? asked({ ...given, text: '' }) : await withText(given, open)
    },
  },
)

export const noteMove = commandOf('notes.move', (data, given) => {
  const { moved, rewritten, not_rewritten: left } = data
  return writtenNote(data, [
    [given.dryRun ? 'would move' : 'moved', moved.from],
    ['to', moved.to],
    ...rewrittenRows(rewritten, given.dryRun),
    ...left.map(({ path, line, target, reason }) => {
      const place = `${path}${line === undefined ? '' : `:${line}`}`
      return ['left', [place, ...(target === undefined ? [] : [target]), reason].join('  ')]
    }),
  ])
})

/** Notes with links that were written anew; in a dry run each link. */
function rewrittenRows(rewritten: OutputOf<'notes.move'>['rewritten'], isDry: boolean | undefined) {
  return rewritten.flatMap(({ path, links, changes }) =>
    isDry === true
      ? changes.map((link) => ['would write', `${path}:${link.line}  ${link.from} → ${link.to}`])
      : [['rewritten', `${path}  ${count(links, 'link')}`]],
  )
}

export const noteRenameHeading = commandOf('notes.rename', (data, given) => {
  const { path, line, heading, rewritten } = data
  return writtenNote(data, [
    [given.dryRun ? 'would rename' : 'renamed', `${path}:${line}  ${heading.from} → ${heading.to}`],
    ...rewrittenRows(rewritten, given.dryRun),
  ])
})

const mostShown = 10

export const noteRemove = commandOf('notes.remove', (data, given) => {
  const { removed, backlinks } = data
  const leading = `links of ${count(backlinks.length, 'note')} ${given.dryRun ? 'would lead' : 'lead'} there`
  return writtenNote(data, [
    [given.dryRun ? 'would remove' : 'removed', removed],
    ...(backlinks.length === 0 ? [] : [['nowhere', leading]]),
    ...backlinks.slice(0, mostShown).map((one) => ['', one]),
    ...(backlinks.length > mostShown ? [['', `… and ${backlinks.length - mostShown} more; --json has all`]] : []),
  ])
})

/** What became of a note, then what the index lacks, and how to take it back. */
function writtenNote(
  data: Pick<OutputOf<'notes.append'>, 'index' | 'dry_run' | 'undo'>,
  rows: readonly (readonly string[])[],
): readonly string[] {
  const last = data.dry_run === true ? [['dry run', 'nothing was changed']] : undoRows(data.undo)
  return columns([...rows, ...takenInRows(data), ...last])
}
