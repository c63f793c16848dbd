import { markdownTable } from './markdown-table.ts'

// https://orgmode.org/manual/Special-Properties.html
/** Properties of a heading as a table, so that they are part of no sentence. */
export function orgProperties(properties: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(properties)
    .filter(([name]) => !bookkeeping.has(name.toLowerCase()) && !bookkeepingForm.test(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  return rows.length === 0 ? '' : markdownTable([['Property', 'Value'], ...rows])
}

const bookkeeping = new Set(
  [
    'id custom_id effort created last_repeat repeat_to_state category style logging log_into_drawer ordered',
    'noblocking trigger blocker visibility columns cookie_data unnumbered',
  ].flatMap((line) => line.split(' ')),
)
const bookkeepingForm = /^(?:roam|archive|export|clock|header-args)(?:[_:].*)?$|_all$|\+$/i

/** An Org text without the drawers of properties that the parser takes for text. */
export function withoutDrawers(source: string): string {
  const kept: string[] = []
  let open: string[] | undefined
  let block: string | undefined
  for (const line of source.split('\n')) {
    if (block !== undefined) {
      if (blockEnd.exec(line)?.[1]?.toLowerCase() === block) block = undefined
      kept.push(line)
    } else if (open === undefined && drawerStart.test(line)) open = [line]
    else if (open !== undefined && drawerEnd.test(line)) open = undefined
    else if (open !== undefined && drawerLine.test(line)) open.push(line)
    else {
      // What was open is no drawer then.
      for (const one of [...(open ?? []), line]) kept.push(one)
      open = undefined
      block = blockStart.exec(line)?.[1]?.toLowerCase()
    }
  }
  return [...kept, ...(open ?? [])].join('\n')
}

/** An Org text without the drawer of properties of the whole file, which stands before any other text of it. */
export function withoutFileDrawer(source: string): string {
  const lines = source.split('\n')
  const start = lines.findIndex((line) => !beforeDrawer.test(line))
  if (!drawerStart.test(lines[start] ?? '')) return source
  const length = lines.slice(start).findIndex((line) => !drawerLine.test(line) || drawerEnd.test(line))
  if (!drawerEnd.test(lines[start + length] ?? '')) return source
  return [...lines.slice(0, start), ...lines.slice(start + length + 1)].join('\n')
}

/** Nothing, a comment or a keyword. */
const beforeDrawer = /^[ \t]*(?:#(?:[ \t].*|\+(?!begin_)[^\s:]+:.*)?)?$/i
const blockStart = /^[ \t]*#\+begin_(\S+)/i
const blockEnd = /^[ \t]*#\+end_(\S+)[ \t]*$/i
const drawerStart = /^[ \t]*:PROPERTIES:[ \t]*$/i
const drawerEnd = /^[ \t]*:END:[ \t]*$/i
const drawerLine = /^[ \t]*(?::[^\s:][^\s]*:(?:[ \t].*)?)?$/
