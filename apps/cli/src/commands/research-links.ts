import type { OutputOf } from '@datacortex/space'
import { undoRows } from '@datacortex/space/words'
import { columns, count } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'

export const researchAdd = commandOf('research.add', savedLines)

export const researchImport = commandOf('research.import', (data) => {
  const { read, skipped, passed_over: passedOver, left_out: left } = data
  return [
    ...columns([
      ...read
        .slice(0, 20)
        .map(({ from: file, format, links }) => ['read', `${file}  ${format}, ${count(links, 'link')}`]),
      ...skipped.slice(0, 20).map(({ from: file, reason }) => ['skipped', `${file}  ${reason}`]),
      ...(passedOver === 0
        ? []
        : [['passed over', `${count(passedOver, 'entry', 'entries')} without an address, or read there`]]),
      ...(left === 0 ? [] : [['left out', `${count(left, 'link')}: import them again for the rest`]]),
    ]),
    ...savedLines(data),
  ]
})

const mostShown = 20

function savedLines({ file, added, duplicates, dry_run: isDry, undo }: OutputOf<'research.add'>): readonly string[] {
  return columns([
    ...added
      .slice(0, mostShown)
      .map(({ url, title = '' }) => [isDry === true ? 'would save' : 'saved', `${title}  ${url}`.trim()]),
    ...duplicates.slice(0, mostShown).map((url) => ['known', url]),
    [isDry === true ? 'dry run' : 'in', `${file}  ${count(added.length, 'link')}, ${duplicates.length} known`],
    ...undoRows(undo),
  ])
}
