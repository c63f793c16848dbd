import { markdownTable } from './markdown-table.ts'

/**
 * Properties of a heading as a table, so that they are part of no sentence; without those by which programs keep books.
 *
 * @param properties - By name, as the parser gives them.
 * @returns Empty if none is left.
 * @example orgProperties({ id: 'x1', place: 'Husum' }) // '| Property | Value |\n| --- | --- |\n| place | Husum |'
 * @see https://orgmode.org/manual/Special-Properties.html
 */
export function orgProperties(properties: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(properties)
    .filter(([name]) => !isBookkeeping(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  return rows.length === 0 ? '' : markdownTable([['Property', 'Value'], ...rows])
}

function isBookkeeping(name: string): boolean {
  return bookkeeping.has(name.toLowerCase()) || bookkeepingForm.test(name)
}

const bookkeeping = new Set(
  [
    'id custom_id effort created last_repeat repeat_to_state category style logging log_into_drawer ordered',
    'noblocking trigger blocker visibility columns cookie_data unnumbered',
  ].flatMap((line) => line.split(' ')),
)
const bookkeepingForm = /^(?:roam|archive|export|clock|header-args)(?:[_:].*)?$|_all$|\+$/i

/**
 * An Org text without the drawers of properties that the parser takes for text: that of the whole file, and those of
 * sections that are not parsed.
 *
 * @param source - Lines end in `\n`.
 * @example withoutDrawers(':PROPERTIES:\n:ID: x1\n:END:\nThe badger digs.') // 'The badger digs.'
 */
export function withoutDrawers(source: string): string {
  const kept: string[] = []
  let open: string[] | undefined
  for (const line of source.split('\n')) {
    if (open === undefined && drawerStart.test(line)) open = [line]
    else if (open === undefined) kept.push(line)
    else if (drawerEnd.test(line)) open = undefined
    else if (drawerLine.test(line)) open.push(line)
    else {
      // It is no drawer then.
      for (const one of [...open, line]) kept.push(one)
      open = undefined
    }
  }
  return [...kept, ...(open ?? [])].join('\n')
}

const drawerStart = /^[ \t]*:PROPERTIES:[ \t]*$/i
const drawerEnd = /^[ \t]*:END:[ \t]*$/i
const drawerLine = /^[ \t]*(?::[^\s:][^\s]*:(?:[ \t].*)?)?$/
